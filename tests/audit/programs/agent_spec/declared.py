"""It ends with a code that it does not declare."""

from base import Failure, Program, end


class Wrong(Program):
    """Wrong in one way."""

    def list(self, words):
        """Do it wrongly."""
        super().parse(words, ("--limit", "--cursor", "--tag", "--token"))
        for text in words[1::2]:
            if words[0] == "--limit":
                self.whole(text)
        raise Failure("DENIED", 7, "you may not")


end(Wrong)
