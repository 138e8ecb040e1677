"""A program that speaks murli, and is right in every way."""

from murli import Program, end

end(Program)
