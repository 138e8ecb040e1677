"""Auditing: a program tried against what it declares, and one contract beside another."""
