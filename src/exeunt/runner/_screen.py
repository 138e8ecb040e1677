"""stub until the screen branch lands"""


def screen_of(data: bytes, columns: int, rows: int) -> str:
    from ._clean import clean

    return "\n".join(clean(data).split("\n")[-rows:])
