"""One command that returns data, with argparse: as it is, or adopted by exeunt."""

import sys

sys.path.append(sys.argv.pop(1))
ADOPTED = sys.argv.pop(1) == "adopted"

import argparse  # noqa: E402 - from where the first argument says


def explain(call: argparse.Namespace) -> None:
    """Explain a code."""
    print(f'{{"code": {call.code}, "name": "RATE_LIMITED"}}')


app = argparse.ArgumentParser()
command = app.add_subparsers(required=True).add_parser("explain")
command.add_argument("code", type=int)
command.set_defaults(func=explain)

if ADOPTED:
    import exeunt

    exeunt.adopt(app)()
call = app.parse_args()
call.func(call)
