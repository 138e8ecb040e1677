"""An app → what its console script calls: adopted, or as it was before."""

import os

import exeunt


class Down(Exception):
    """What the app maps to UNAVAILABLE."""


def adopt(app):
    """Adopt an app in the dialect that the test asks for."""
    speak = os.environ.get("SPEAK", "agent-spec")
    raises = {Down: exeunt.ExitCode.UNAVAILABLE}
    return exeunt.adopt(app, name="app", dialect=speak, raises=raises, epilog=False)


def choose(main, bare):
    """Run the program as it is now, or as the test says, as it was before."""
    (bare if "BARE" in os.environ else main)()
