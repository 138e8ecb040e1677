"""Its data is not as declared."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def note(self, number):
        """Do it wrongly."""
        return super().note(number) | {"id": str(number)}


end(Wrong)
