"""Apps of four frameworks → one Host each: the same verbs in the same order.

The difference between two of these modules is the difference between the frameworks.
"""
