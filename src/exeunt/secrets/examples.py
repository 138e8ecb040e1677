"""What the table of secrets finds in values, words and calls → an example of each.

`{}` is the secret. A run needs none of them: tests and the page do.
"""

from __future__ import annotations

# What a variable of any name may hold, and an example.
VALUES: tuple[tuple[str, str], ...] = (
    ("the password in an address", "DATABASE_URL=postgres://me:{}@db/prod"),
    ("a password without a user", "REDIS_URL=redis://:{}@cache:6379"),
    ("the key in an address, in a `*_DSN`", "SENTRY_DSN=https://{}@sentry.example/1"),
    ("a token in an address", "CALLBACK_URL=https://h.example/?a=b&access_token={}"),
    ("a signature in an address", "BLOB_URL=https://h.example/b?sv=1&sig={}"),
    ("the password of Go's drivers", "MYSQL_DSN=me:{}@tcp(db:3306)/prod"),
    ("the key of a connection string",
     "AZURE_STORAGE_CONNECTION_STRING=AccountName=me;AccountKey={};Suffix=x"),
    ("the password of a connection string", "SQL=Server=db;User Id=me;Password={};"),
    ("the password of libpq", "CONNINFO=host=db user=me password={}"),
    ("the password of JDBC", "JDBC_URL=jdbc:postgresql://db/a?user=me&password={}"),
    ("what JSON calls a secret",
     'DOCKER_AUTH_CONFIG={"auths": {"h": {"auth": "{}"}}}'),
)  # fmt: skip
# What a word of any command may hold, and an example.
WORDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("what follows an option that is named like one", ("app", "--db-password", "{}")),
    ("what is behind its `=`", ("app", "--api-key={}")),
    ("what follows an option that ends in `pass`", ("keytool", "-storepass", "{}")),
    ("a variable", ("env", "GH_TOKEN={}", "gh")),
    ("a variable behind an option", ("kubectl", "--from-literal=password={}")),
    ("the password in an address", ("git", "clone", "https://me:{}@h.example/a")),
    ("a token in an address", ("open", "https://h.example/?token={}&a=b")),
    ("the Authorization header", ("curl", "-H", "Authorization: Bearer {}")),
    ("the Proxy-Authorization header", ("curl", "-H", "Proxy-Authorization: Basic {}")),
    ("the Cookie header", ("curl", "-H", "Cookie: sid={}")),
    ("a header that is named like one", ("curl", "-HX-Vault-Token: {}")),
    ("the body of a form", ("curl", "-d", "user=me&client_secret={}&a=b")),
    ("a JSON body", ("curl", "-d", '{"user": "me", "password": "{}"}')),
    ("a connection string", ("sqltool", "Server=db;Password={};a=b")),
    ("a line for a shell", ("sh", "-c", "app --token '{}' | mysql -p{} db")),
)
# An example of each way in which such a command is given one.
CALLS: tuple[tuple[str, ...], ...] = (
    ("curl", "-u", "me:{}", "https://h.example"),
    ("curl", "-ume:{}", "https://h.example"),
    ("curl", "--user=me:{}", "https://h.example"),
    ("curl", "--proxy-user", "me:{}", "https://h.example"),
    ("curl", "-b", "sid={}", "https://h.example"),
    ("curl", "--oauth2-bearer", "{}", "https://h.example"),
    ("http", "-a", "me:{}", "https://h.example"),
    ("mysql", "-p{}", "-u", "me", "db"),
    ("sudo", "/usr/bin/mysqldump", "-p{}", "db"),
    ("sshpass", "-p", "{}", "ssh", "-p", "22", "host"),
    ("sshpass", "-p{}", "ssh", "host"),
    ("redis-cli", "-h", "cache", "-a", "{}", "ping"),
    ("mongosh", "-u", "me", "-p", "{}", "db"),
    ("docker", "login", "-u", "me", "-p", "{}", "h.example"),
    ("skopeo", "copy", "--creds", "me:{}", "a", "b"),
    ("ldapsearch", "-x", "-w", "{}"),
    ("smbclient", "-U", "me%{}", "//h/share"),
    ("sqlcmd", "-S", "db", "-P", "{}"),
    ("zip", "-P", "{}", "a.zip", "a"),
    ("7z", "x", "-p{}", "a.7z"),
    ("rar", "a", "-hp{}", "a.rar"),
    ("ssh-keygen", "-t", "ed25519", "-N", "{}"),
    ("openssl", "pkcs12", "-passin", "pass:{}"),
    ("openssl", "enc", "-k", "{}"),
    ("lftp", "-u", "me,{}", "h.example"),
)
