"""Whole games, compiled: between random bots, between any bots, and for studies that look at every step.

A random bot draws its moves from the stream of its game, as chance does: it reads nothing, so nothing is hidden for
it. Game i of a run uses stream `index` + i of the seed; every bot that thinks has streams of its own.
"""
