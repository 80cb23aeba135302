"""The classical algorithms as courses and contest notes teach them, each to be read aloud.

A module holds one algorithm, written plainly and for itself: they share the reading of a question
and the count of nodes (`common`), never a search. The library is not made fast by them, and `auto`
never takes one; they are here to be read, measured against each other, and to check the others.
"""
