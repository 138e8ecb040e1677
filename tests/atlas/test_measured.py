"""Real tools, run here → the code that their rows say, and its reading.

Each case is a command in a small directory of files; it must end with the code, and
the atlas must read that code as the case says.
"""

import os
import shlex
import shutil
import subprocess

import pytest

from exeunt.atlas import heed, look_up, look_up_line

# Commands by their package in requirements/debian.txt; the rest every Debian has.
NEEDS = {
    "cmp": "diff",
    "pgrep": "ps",
    "pkill": "ps",
    "flock": "setsid",
    "unshare": "setsid",
}
LISTED = {"curl", "diff", "git", "jq", "make", "patch", "ps", "rsync", "setsid"}
LISTED |= {"shellcheck", "unzip", "wget", "zip"}
CASES = """
grep a a                                  0 SUCCESS
grep x a                                  1 SUCCESS no
grep -L x a                               1 SUCCESS no
grep [ a                                  2 ARG_ERROR
grep a a absent                           2 ARG_ERROR
grep -q a a absent                        0 SUCCESS
diff a a                                  0 SUCCESS
diff a b                                  1 SUCCESS no
diff a absent                             2 ARG_ERROR
cmp a b                                   1 SUCCESS no
cmp a absent                              2 ARG_ERROR
test 1 = 2                                1 SUCCESS no
test 1 -foo 2                             2 ARG_ERROR
[ 1 = 1 ]                                 0 SUCCESS
ls absent                                 2 NOT_FOUND
sort a                                    0 SUCCESS
sort -c unsorted                          1 SUCCESS no
sort -C unsorted                          1 SUCCESS no
sort absent                               2 ARG_ERROR
pgrep nosuchprocess                       1 SUCCESS no
pgrep --nosuch                            2 ARG_ERROR
pkill nosuchprocess                       1 GENERAL_ERROR
ps -p 4194304                             1 SUCCESS no
patch a bad.patch                         1 PARTIAL_FAILURE
patch --dry-run a bad.patch               1 SUCCESS no
patch a absent.patch                      2 GENERAL_ERROR
find .                                    0 SUCCESS
find absent                               1 ARG_ERROR
find . -nosuch                            1 ARG_ERROR
find a absent -fprint found               1 GENERAL_ERROR
find a -exec false {} +                   1 GENERAL_ERROR
find a -exec false ;                      0 SUCCESS
sed p absent                              2 NOT_FOUND
sed s/a                                   1 ARG_ERROR
sed -i s/a/b/ a absent                    2 PARTIAL_FAILURE
cat absent                                1 NOT_FOUND
head absent                               1 NOT_FOUND
tail absent                               1 NOT_FOUND
wc absent                                 1 NOT_FOUND
cut a                                     1 ARG_ERROR
uniq absent                               1 ARG_ERROR
tr                                        1 ARG_ERROR
tee absent/x                              1 PARTIAL_FAILURE
stat absent                               1 NOT_FOUND
readlink a                                1 SUCCESS no
cp absent d                               1 PARTIAL_FAILURE
mv absent d                               1 PARTIAL_FAILURE
rm absent                                 1 PARTIAL_FAILURE
rm -f absent                              0 SUCCESS
mkdir d                                   1 PARTIAL_FAILURE
ln -s a b                                 1 PARTIAL_FAILURE
touch absent/x                            1 PARTIAL_FAILURE
chmod 644 absent                          1 PARTIAL_FAILURE
chown 0 absent                            1 PARTIAL_FAILURE
expr 1 - 1                                1 SUCCESS no
expr 1 +                                  2 ARG_ERROR
sha256sum -c wrong.sum                    1 SUCCESS findings
sha256sum absent                          1 NOT_FOUND
printenv NO_SUCH_VARIABLE                 1 SUCCESS no
getent passwd nosuchuser                  2 SUCCESS no
getent nosuch                             1 ARG_ERROR
mountpoint -q d                          32 SUCCESS no
mountpoint -q absent                      1 NOT_FOUND
tar tf absent.tar                         2 GENERAL_ERROR
tar --nosuch                             64 ARG_ERROR
gzip absent                               1 GENERAL_ERROR
gzip -t a                                 1 GENERAL_ERROR
gzip d                                    2 GENERAL_ERROR
unzip -t a.zip                            0 SUCCESS
unzip absent.zip                          9 NOT_FOUND
unzip -Q                                 10 ARG_ERROR
unzip -o a.zip absent                    11 GENERAL_ERROR
zip a.zip absent                         12 NOT_FOUND
zip absent/x.zip a                       15 PRECONDITION
zip --nosuch                             16 ARG_ERROR
zip -F absent --out x                    18 NOT_FOUND
make -f rules -q old                      1 SUCCESS no
make -f rules fails                       2 GENERAL_ERROR
make -f rules -n absent                   2 PRECONDITION
jq -en false                              1 SUCCESS no
jq . absent                               2 ARG_ERROR
jq ]                                      3 ARG_ERROR
jq -en empty                              4 GENERAL_ERROR
jq -n error("x")                          5 ARG_ERROR
shellcheck bad.sh                         1 SUCCESS findings
shellcheck absent.sh                      2 NOT_FOUND
shellcheck                                3 ARG_ERROR
shellcheck -s nosuch bad.sh               4 ARG_ERROR
curl -s nosuch://x                        1 ARG_ERROR
curl --nosuch                             2 ARG_ERROR
curl -s http://[bad                       3 ARG_ERROR
curl -s http://127.0.0.1:1                7 UNAVAILABLE
curl -s file:///absent                   37 NOT_FOUND
curl -s -o absent/x file:///etc/passwd   23 PARTIAL_FAILURE
wget                                      1 GENERAL_ERROR
wget --nosuch                             2 ARG_ERROR
wget -q -t1 http://127.0.0.1:1            4 UNAVAILABLE
rsync --nosuch                            1 ARG_ERROR
rsync absent d/                          23 PARTIAL_FAILURE
rsync rsync://127.0.0.1:1/x d            10 UNAVAILABLE
rsync a absent/x/y/                      11 PARTIAL_FAILURE
rsync -r --delete --max-delete=1 d/ full/ 25 PARTIAL_FAILURE
git status                                0 SUCCESS
git nosuch                                1 GENERAL_ERROR
git diff --exit-code                      1 SUCCESS no
git diff --quiet                          1 SUCCESS no
git diff --check                          2 SUCCESS findings
git commit -m x                           1 PRECONDITION
git grep nosuchtext                       1 SUCCESS no
git merge-base --is-ancestor HEAD HEAD~1  1 SUCCESS no
git check-ignore a                        1 SUCCESS no
git check-ignore                        128 GENERAL_ERROR
git ls-remote --exit-code . nosuch        2 SUCCESS no
git remote get-url nosuch                 2 NOT_FOUND
git remote add origin x                   3 CONFLICT
git symbolic-ref -q refs/heads/nosuch     1 SUCCESS no
git rev-parse -q --verify nosuch          1 SUCCESS no
git show-ref nosuch                       1 SUCCESS no
git config nosuch.key                     1 SUCCESS no
git config section. value                 2 ARG_ERROR
git config --unset nosuch.key             5 CONFLICT
git config --get-regexp [                 6 ARG_ERROR
git ls-files --error-unmatch nosuch       1 SUCCESS no
git checkout nosuch                       1 PRECONDITION
git branch -d nosuch                      1 GENERAL_ERROR
git merge other                           1 PARTIAL_FAILURE
git commit --nosuch                     129 ARG_ERROR
git push /absent HEAD                   128 GENERAL_ERROR
git clone /absent                       128 GENERAL_ERROR
timeout 0.1 sleep 9                     124 TIMEOUT
timeout soon true                       125 ARG_ERROR
timeout 5 ./a                           126 PRECONDITION
timeout 5 nosuchcommand                 127 PRECONDITION
timeout 5 grep x a                        1 SUCCESS no
env -C absent true                      125 ARG_ERROR
env nosuchcommand                       127 PRECONDITION
env -u X A=1 grep x a                     1 SUCCESS no
nice nosuchcommand                      127 PRECONDITION
nohup grep x a                            1 SUCCESS no
stdbuf -oL grep x a                       1 SUCCESS no
setsid -w grep x a                        1 SUCCESS no
unshare nosuchcommand                   127 PRECONDITION
flock lock grep x a                       1 SUCCESS no
flock lock -c 'grep x a'                  1 SUCCESS no
flock absent/lock true                   66 PRECONDITION
flock lock nosuchcommand                 69 PRECONDITION
flock                                    64 ARG_ERROR
xargs -a a sh -c 'exit 1'               123 PARTIAL_FAILURE
xargs -a a sh -c 'exit 255'             124 PARTIAL_FAILURE
xargs -a a sh -c 'kill $$'              125 PARTIAL_FAILURE
xargs -a a ./a                          126 PRECONDITION
xargs -a a nosuchcommand                127 PRECONDITION
xargs --nosuch                            1 GENERAL_ERROR
bash -c 'grep x a'                        1 SUCCESS no
bash -c 'true; nosuchcommand'           127 GENERAL_ERROR
bash absent.sh                          127 GENERAL_ERROR
python3 -c 1/0                            1 GENERAL_ERROR
python3 absent.py                         2 GENERAL_ERROR
"""


def cases():
    """The lines above, each with the packages it needs."""
    for line in CASES.strip().splitlines():
        command, code, *expected = split(line)
        program = command[0]
        needed = NEEDS.get(program, program)
        marks = [pytest.mark.needs(needed)] if needed in LISTED else []
        yield pytest.param(command, code, expected, id=shlex.join(command), marks=marks)


def split(line):
    """The words of the command, the code, the name and the answer."""
    command, _, rest = line.partition("  ")
    if not rest:  # a command too long for the column
        command, *rest = line.rsplit(" ", 2)
        rest = " ".join(rest)
    code, *expected = rest.split()
    # Not a shell's words: a backslash, a glob and a parenthesis stand for themselves.
    return [word.strip("'") for word in words(command)], int(code), *expected


def words(command):
    """Split at spaces, but not inside single quotes."""
    lexer = shlex.shlex(command, posix=False)
    lexer.whitespace_split, lexer.quotes, lexer.commenters = True, "'", ""
    return list(lexer)


@pytest.fixture
def home(tmp_path):
    """A directory with the files that the cases name."""
    files = {
        "a": "a\n",
        "b": "b\n",
        "unsorted": "b\na\n",
        "bad.patch": "--- a\n+++ a\n@@ -1 +1 @@\n-zzz\n+b\n",
        "wrong.sum": f"{'0' * 64}  a\n",
        "bad.sh": "#!/bin/sh\necho $x\n",
        "rules": "old: a\n\ttouch old\nfails:\n\tfalse\n",
        "full/x": "x\n",
        "full/y": "y\n",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    (tmp_path / "d").mkdir()
    return tmp_path


@pytest.fixture
def environment(home):
    """The locale and the configuration of nobody in particular."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "LC_ALL": "C",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "a",
        "GIT_AUTHOR_EMAIL": "a@example.org",
        "GIT_COMMITTER_NAME": "a",
        "GIT_COMMITTER_EMAIL": "a@example.org",
    }


def prepare(program, home, environment):
    """What only some programs need: an archive, a repository with two branches."""
    scripts = {
        "unzip": "zip -q a.zip a",
        "zip": "zip -q a.zip a",
        "git": """
            git init -q -b main . && git add a && git commit -qm 1
            git checkout -qb other && echo o >a && git commit -qam o
            git checkout -q main && echo m >a && git commit -qam m
            git remote add origin x && cp b kept && git add kept && git commit -qm k
            printf 'trailing  \\n' >kept
        """,
    }
    if program in scripts and shutil.which("zip" if "zip" in program else program):
        script = ["sh", "-ec", scripts[program]]
        subprocess.run(script, cwd=home, env=environment, check=True)


@pytest.mark.parametrize(("command", "code", "expected"), list(cases()))
def test_a_tool_ends_as_its_row_says(command, code, expected, home, environment):
    """The real program gives the code and the text, and the atlas reads them so."""
    if command[:2] == ["git", "merge"]:  # a clean tree, so that the merge begins
        prepare("git", home, environment)
        subprocess.run(["git", "checkout", "-q", "kept"], cwd=home, check=True)
    else:
        prepare(command[0], home, environment)
    done = subprocess.run(
        command,
        cwd=home,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    match = heed(look_up(command, code), done.stdout, done.stderr)

    assert code == done.returncode, done.stderr.decode()
    answer = [match.row.answer.value] if match.row.answer else []
    assert expected == [match.row.code.name, *answer]


@pytest.mark.parametrize(
    ("line", "code", "tool"),
    [
        ("cat a | grep -q x", 1, "grep"),
        ("grep -q a a && grep -q x a", 1, "grep"),
        ("false && grep -q a a", 1, "false"),
        ("grep -q a a; diff a b", 1, "diff"),
        ("! grep -q a a", 1, "grep"),
        ("set -e; sort -C unsorted; true", 1, "sort"),
        ("set -o pipefail; sort -C unsorted | cat", 1, "sort | cat"),
        ("set -o pipefail; yes | head -1", 141, "sh"),
        ("grep -q x < absent", 1, "sh | grep"),
        ("cd absent && grep -q a a", 1, "cd | grep"),
    ],
)
def test_bash_ends_a_line_as_it_is_read(line, code, tool, home, environment):
    """What bash does with a line is what our reading of it allows."""
    done = subprocess.run(
        ["bash", "-c", line],
        cwd=home,
        env=environment,
        capture_output=True,
        check=False,
        restore_signals=True,
    )

    assert code == done.returncode
    assert tool == look_up_line(line, code).tool
