"""How each method writes a sentence pair for its network, and reads what the network wrote.

No torch here: the processes that make training batches start fast. Every symbol is one of ours, so that one
vocabulary and one Vanilla network serve all methods.
"""
