"""Beside the line: how good a translation is, and how sure one can be of it.

A measure is a small class with one method, `corpus(hypotheses, …) -> Score`; the score says how it was made.
"""
