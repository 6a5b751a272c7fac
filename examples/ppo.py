"""PPO with masks, in NumPy alone: one network learns Heartcatchers by playing both seats, and is held against greedy.

    python examples/ppo.py --minutes 8 --seed 1

It prints a line each time it is measured, seats alternating, and writes the curve as ppo.csv.
"""

import argparse
import csv
import time
from pathlib import Path

import numpy as np

from parlour.lab.arena import simulate
from parlour.lab.study import Study
from parlour.research import vector

GAME, HIDDEN = "heartcatchers", 128
ROWS, STEPS = 256, 48
EPOCHS, BATCH = 3, 1024
RATE, CLIP, ENTROPY, VALUE, TRACE = 1e-3, 0.2, 0.01, 0.5, 0.95
NEVER = -1e9


class Network:
    """Two layers shared by the policy and the value; Adam keeps two moments of every weight."""

    def __init__(self, inputs: int, actions: int, seed: int) -> None:
        draw = np.random.default_rng(seed)
        sizes = {"a": (inputs, HIDDEN), "b": (HIDDEN, HIDDEN), "p": (HIDDEN, actions), "v": (HIDDEN, 1)}
        scale = {"a": 2.0, "b": 2.0, "p": 0.01, "v": 1.0}
        self.w = {k: draw.normal(0, (scale[k] / s[0]) ** 0.5, s).astype(np.float32) for k, s in sizes.items()}
        self.w |= {f"{k}0": np.zeros(s[1], np.float32) for k, s in sizes.items()}
        self.moments = {k: (np.zeros_like(w), np.zeros_like(w)) for k, w in self.w.items()}
        self.count = 0

    def forward(self, x):
        w = self.w
        one = np.maximum(x @ w["a"] + w["a0"], 0)
        two = np.maximum(one @ w["b"] + w["b0"], 0)
        return one, two, two @ w["p"] + w["p0"], (two @ w["v"] + w["v0"])[:, 0]

    def backward(self, x, one, two, d_logits, d_value):
        w = self.w
        found = {
            "p": two.T @ d_logits,
            "p0": d_logits.sum(0),
            "v": two.T @ d_value[:, None],
            "v0": d_value.sum(keepdims=True),
        }
        d_two = (d_logits @ w["p"].T + d_value[:, None] @ w["v"].T) * (two > 0)
        found |= {"b": one.T @ d_two, "b0": d_two.sum(0)}
        d_one = (d_two @ w["b"].T) * (one > 0)
        return found | {"a": x.T @ d_one, "a0": d_one.sum(0)}

    def step(self, gradients, rate):
        self.count += 1
        norm = sum(float((g**2).sum()) for g in gradients.values()) ** 0.5
        for k, g in gradients.items():
            g = g * min(1.0, 0.5 / (norm + 1e-8))
            m, v = self.moments[k]
            m += 0.1 * (g - m)
            v += 0.001 * (g * g - v)
            lift = (1 - 0.999**self.count) ** 0.5 / (1 - 0.9**self.count)
            self.w[k] -= rate * lift * m / (np.sqrt(v) + 1e-8)


def chances(logits, mask):
    """Probabilities over what is legal, and nothing else."""
    logits = np.where(mask > 0, logits, NEVER)
    e = np.exp(logits - logits.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


class Rollout:
    """Some steps of every row, and what each decision came to for the seat that took it."""

    def __init__(self, games, network, draw):
        self.x, self.mask, self.action, self.chance, self.value, self.seat = [], [], [], [], [], []
        rewards, ends = [], []
        for _ in range(STEPS):
            x, mask = games.observe().astype(np.float32), games.mask().copy()
            _, _, logits, value = network.forward(x)
            p = chances(logits, mask)
            action = (p.cumsum(1) < draw.random((len(p), 1)) * 0.999999).sum(1)
            kept = (x.astype(np.uint8), mask, action, p[np.arange(len(p)), action], value, games.actor.copy())
            for name, one in zip(("x", "mask", "action", "chance", "value", "seat"), kept, strict=True):
                getattr(self, name).append(one)
            reward, ended = games.step(action)
            rewards.append(reward.copy())
            ends.append(ended)
        self.targets = self.look_back(rewards, ends)

    def look_back(self, rewards, ends):
        """What each decision should have been worth; NaN where its game was not over or its seat not asked again."""
        rows = np.arange(ROWS)
        after = np.full((ROWS, 2), np.nan, np.float32)
        targets = np.zeros((STEPS, ROWS), np.float32)
        for t in reversed(range(STEPS)):
            after[ends[t]] = rewards[t][ends[t]]
            seat = self.seat[t]
            targets[t] = after[rows, seat]
            known = ~np.isnan(targets[t])
            mixed = np.where(known, TRACE * targets[t] + (1 - TRACE) * self.value[t], self.value[t])
            after[rows, seat] = mixed
        return targets

    def samples(self):
        flat = [np.concatenate(part) for part in (self.x, self.mask, self.action, self.chance, self.value)]
        target = self.targets.ravel()
        keep = ~np.isnan(target)
        return [part[keep] for part in flat], target[keep]


def learn(network, rollout, draw, rate):
    (x, mask, action, old, value), target = rollout.samples()
    advantage = target - value
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    for _ in range(EPOCHS):
        order = draw.permutation(len(x))
        for start in range(0, len(order), BATCH):
            i = order[start : start + BATCH]
            xs, n = x[i].astype(np.float32), len(i)
            one, two, logits, v = network.forward(xs)
            p = chances(logits, mask[i])
            rows = np.arange(n)
            ratio = p[rows, action[i]] / old[i]
            good = advantage[i]
            free = np.where(good > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
            # The gradient of the clipped ratio, of the entropy and of the squared error.
            pull = -(good * ratio * free)[:, None] * (np.eye(p.shape[1], dtype=np.float32)[action[i]] - p)
            logp = np.log(np.maximum(p, 1e-12))
            entropy = -(p * logp).sum(1, keepdims=True)
            pull += ENTROPY * p * (logp + entropy)
            d_value = VALUE * (v - target[i])
            pull = (pull * (mask[i] > 0) / n).astype(np.float32)
            gradients = network.backward(xs, one, two, pull, (d_value / n).astype(np.float32))
            network.step(gradients, rate)


def measured(network, games, seed):
    """The share of wins against greedy and its 95% interval, seats alternating."""

    def learnt(seen):
        _, _, logits, _ = network.forward(seen.observation[None].astype(np.float32))
        return seen.move(int(np.where(seen.mask > 0, logits[0], NEVER).argmax()))

    mine = simulate(Study(GAME, (learnt, "greedy"), games, seed=seed))["by_bot"][0]
    return mine["score"], *mine["interval"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=400, help="games of a measurement; ten times as many of the last")
    parser.add_argument("--curve", type=Path, default=Path("ppo.csv"))
    options = parser.parse_args()
    games = vector(GAME, ROWS, threads=2, seed=options.seed)
    draw = np.random.default_rng(options.seed)
    network = Network(len(games.features()), games.table.actions.size, options.seed)
    start, steps, curve, due = time.process_time(), 0, [], 0.0
    limit = options.minutes * 60
    while (spent := time.process_time() - start) < limit:
        if spent >= due:
            score, low, high = measured(network, options.games, 1000)
            curve.append((round(spent), steps, round(score, 4), round(low, 4), round(high, 4)))
            print(
                f"{spent:6.0f} s of CPU {steps:9,} decisions: {score:.3f} ({low:.3f} to {high:.3f}) against greedy",
                flush=True,
            )
            due += limit / 10
        learn(network, Rollout(games, network, draw), draw, RATE * (1 - spent / limit))
        steps += ROWS * STEPS
    score, low, high = measured(network, 10 * options.games, 2000)
    curve.append((round(limit), steps, round(score, 4), round(low, 4), round(high, 4)))
    print(f"in the end {score:.3f} ({low:.3f} to {high:.3f}) against greedy in {10 * options.games} games")
    with options.curve.open("w", newline="") as file:
        csv.writer(file).writerows([("seconds", "decisions", "score", "low", "high"), *curve])


if __name__ == "__main__":
    main()
