"""A command's page has an option that the manifest lacks."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    page = "  --colour  choose one\n"


end(Wrong)
