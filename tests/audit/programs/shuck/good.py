"""A wrapper that is right in every way."""

from shuck import Wrapper, end

end(Wrapper)
