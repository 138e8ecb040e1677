"""A program that speaks holon, and is right in every way."""

from holon import Program, end

end(Program)
