"""A program under contract that is right in every way."""

from base import Program, end

end(Program)
