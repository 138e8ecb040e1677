"""What exeunt remembers → one SQLite file that any number of processes share.

`store` has the verbs, which raise StoreError; `journal` has the same for a run whose
result they must not change. Loaded when something is to be remembered, never before.
"""
