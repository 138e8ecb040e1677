"""An ending of any command → what it means, by the best table there is."""
