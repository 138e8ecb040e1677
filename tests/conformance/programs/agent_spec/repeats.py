"""Its data is another one each time."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def done(self, data, **meta):
        """Do it wrongly."""
        if data and "items" in data:
            with open("calls", "a+", encoding="utf-8") as file:  # noqa: PTH123 - see base
                file.write("x")
                data["calls"] = file.tell()
        return super().done(data, **meta)


end(Wrong)
