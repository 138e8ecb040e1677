"""Names and places that betray a secret → one table, and what is told by it alone.

Each variable has its example, in which `{}` is the secret; `examples.py` has those of
values, words and calls. Tests read them, and so does the page of the documentation.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    # An option; where its value stands (next word, attached to it, or either); what of
    # the value is secret: what follows this; a word that the command needs for it.
    Rule = tuple[str, str, str, str]

# The last word of a variable's name, and a variable that is called so.
VARIABLES: tuple[tuple[str, str], ...] = (
    ("TOKEN", "GITHUB_TOKEN={}"),
    ("SECRET", "CLIENT_SECRET={}"),
    ("PASSWORD", "DB_PASSWORD={}"),
    ("PASSWD", "FTP_PASSWD={}"),
    ("PASSPHRASE", "GPG_PASSPHRASE={}"),
    ("PASSCODE", "UNLOCK_PASSCODE={}"),
    ("PASS", "RABBITMQ_DEFAULT_PASS={}"),
    ("SSHPASS", "SSHPASS={}"),
    ("PWD", "MYSQL_PWD={}"),
    ("CREDENTIAL", "APP_CREDENTIAL={}"),
    ("CREDENTIALS", "APP_CREDENTIALS={}"),
    ("CREDS", "NEXUS_CREDS={}"),
    ("PAT", "GITLAB_PAT={}"),
    ("APIKEY", "SENDGRID_APIKEY={}"),
    ("KEY", "STRIPE_KEY={}"),
    ("AUTH", "DOCKER_AUTH={}"),
    ("JWT", "SERVICE_JWT={}"),
    ("BEARER", "API_BEARER={}"),
    ("COOKIE", "SESSION_COOKIE=sid={}; Path=/"),
    ("COOKIES", "SITE_COOKIES={}"),
    ("SAS", "BLOB_SAS={}"),
    ("PSK", "WIFI_PSK={}"),
    ("MNEMONIC", "WALLET_MNEMONIC={}"),
    ("WEBHOOK", "SLACK_WEBHOOK=https://hooks.example/{}"),
)
# Names of several words whose last says nothing.
WHOLE: tuple[tuple[str, str], ...] = (
    ("SECRET_KEY_BASE", "SECRET_KEY_BASE={}"),
    ("WEBHOOK_URL", "SLACK_WEBHOOK_URL=https://hooks.example/{}"),
)
# These also where they are run together with the word before: PGPASSWORD, authToken.
TOGETHER = ("TOKEN", "SECRET", "PASSWORD", "PASSWD", "PASSPHRASE", "APIKEY", "SSHPASS")
# Keys that open nothing, by the word before: of tables, caches and lists; and those
# that are for everyone.
CLOSED = {
    *("GPG", "PGP", "PUBLIC", "PUB", "HOST", "SORT", "PRIMARY", "FOREIGN", "PARTITION"),
    *("CACHE", "ROUTING", "ROW", "RANGE", "HASH", "SHARD", "IDEMPOTENCY", "OBJECT"),
}
# Tokens that say where a list goes on.
PLACES = ("PAGETOKEN", "PAGE_TOKEN", "NEXTTOKEN", "NEXT_TOKEN")
PLAIN = {"PWD", "OLDPWD"}  # the working directory
NEXT, ATTACHED, EITHER = "next", "attached", "either"
MYSQL: tuple[Rule, ...] = (("-p", ATTACHED, "", ""),)
LDAP: tuple[Rule, ...] = (("-w", EITHER, "", ""),)
MONGO: tuple[Rule, ...] = (("-p", NEXT, "", ""),)
LOGIN: tuple[Rule, ...] = (("-p", EITHER, "", "login"), ("--creds", EITHER, ":", ""))
SAMBA: tuple[Rule, ...] = (("-U", EITHER, "%", ""),)
ARCHIVE: tuple[Rule, ...] = (("-P", EITHER, "", ""),)
SEVEN: tuple[Rule, ...] = (("-p", ATTACHED, "", ""),)
# Options of commands whose names say nothing.
COMMANDS: Mapping[str, tuple[Rule, ...]] = {
    "curl": (
        *(("-u", EITHER, ":", ""), ("--user", EITHER, ":", "")),
        *(("-U", EITHER, ":", ""), ("--proxy-user", EITHER, ":", "")),
        *(("-b", EITHER, "=", ""), ("--cookie", EITHER, "=", "")),
        ("--oauth2-bearer", EITHER, "", ""),
    ),
    "http": (("-a", EITHER, ":", ""),),
    "https": (("-a", EITHER, ":", ""),),
    **dict.fromkeys(("mysql", "mysqldump", "mysqladmin", "mysqlimport"), MYSQL),
    **dict.fromkeys(("mariadb", "mariadb-dump", "mariadb-admin", "mycli"), MYSQL),
    "sshpass": (("-p", EITHER, "", ""),),
    "redis-cli": (("-a", NEXT, "", ""),),
    "valkey-cli": (("-a", NEXT, "", ""),),
    **dict.fromkeys(("mongo", "mongosh", "mongodump", "mongorestore"), MONGO),
    **dict.fromkeys(("docker", "podman", "buildah", "skopeo", "helm", "oras"), LOGIN),
    **dict.fromkeys(("az", "oc", "cf", "nerdctl", "crane"), LOGIN),
    **dict.fromkeys(("ldapsearch", "ldapadd", "ldapmodify", "ldapwhoami"), LDAP),
    **dict.fromkeys(("smbclient", "rpcclient", "net"), SAMBA),
    **dict.fromkeys(("sqlcmd", "bcp", "zip", "unzip"), ARCHIVE),
    **dict.fromkeys(("7z", "7za", "7zr", "unrar"), SEVEN),
    "rar": (("-hp", ATTACHED, "", ""), ("-p", ATTACHED, "", "")),
    "ssh-keygen": (("-N", NEXT, "", ""), ("-P", NEXT, "", "")),
    "openssl": (
        *(("-passin", NEXT, "pass:", ""), ("-passout", NEXT, "pass:", "")),
        *(("-pass", NEXT, "pass:", ""), ("-k", NEXT, "", "enc")),
    ),
    "lftp": (("-u", EITHER, ",", ""),),
}
SHORT = 8  # characters: what is shorter may stand anywhere by chance
WORD = 16  # letters: what is shorter, in one case, is a word, such as "postgres"
LAST = frozenset([name for name, _ in VARIABLES])
ENDINGS = tuple([name for name, _ in WHOLE])
# Keys that open something, whatever they look like; others may be the names of rows.
OPENING = (
    *("API", "ACCESS", "SECRET", "PRIVATE", "SIGNING", "ENCRYPTION", "MASTER"),
    *("ACCOUNT", "STORAGE", "AUTH"),
)
QUOTES = "'\"`;,)"
NO_VALUE = ("-", "$", "@", "<", ">", "|", "&", "file:", "env:")
JOINING = dict.fromkeys(map(ord, "-_.:/ "))


def is_named(variable: str) -> bool:
    """Tell whether a variable's name says that it holds a secret."""
    name = variable.upper()
    last = name[name.rfind("_") + 1 :]
    if last not in LAST and not last.endswith(TOGETHER):
        return name.endswith(ENDINGS)
    if last == "KEY":
        before = name[:-4]
        return before[before.rfind("_") + 1 :] not in CLOSED
    return name not in PLAIN and not name.endswith(PLACES)


def is_opening(variable: str) -> bool:
    """Tell whether a key is one that opens something, by its name alone."""
    return variable.upper().replace("_", "").removesuffix("KEY").endswith(OPENING)


def is_words(value: str) -> bool:
    """Tell whether a value is words in one case, and not random; or a public key."""
    letters = value.translate(JOINING)
    one_case = value.islower() or value.isupper()
    return (letters.isalpha() and one_case) or value.startswith(("ssh-", "ecdsa-"))


def is_worth_it(value: str) -> bool:
    """Tell whether hiding a value everywhere hides a secret, and nothing else."""
    number = value.replace(".", "").isdigit()
    if len(value.strip()) < SHORT or number or is_path(value):
        return False
    if not value.isprintable() and len("".join(filter(str.isprintable, value))) < SHORT:
        return False
    one_case = value.islower() or value.isupper() or value.istitle()
    return not (len(value) < WORD and value.isalpha() and one_case)


def is_path(value: str) -> bool:
    """Tell a path from a secret that begins with a slash, as base64 may."""
    if not value.startswith("/"):
        return value.startswith(("~/", "./", "../"))
    end = value.find("/", 1)
    return os.path.exists(value if end < 0 else value[:end])  # noqa: PTH110 - dear


def is_value(text: str) -> bool:
    """Tell whether a text is a value, not an option, a variable, a file or a path."""
    value = text.strip(QUOTES)
    return bool(value) and not (value.startswith(NO_VALUE) or is_path(value))
