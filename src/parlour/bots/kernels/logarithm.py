"""A natural logarithm that gives the same bits on every system, in every browser, compiled and interpreted.

Those of C libraries and of browsers differ in the last bit, and one bit can change what a search chooses.
"""

import numpy as np

from parlour.engine.jit import inlined

LN2 = np.float64(0.6931471805599453)
ROOT2 = np.float64(1.4142135623730951)

# The parts of a number in 64 bits: its exponent stands above so many bits, and this is the exponent of 1.
MANTISSA_BITS = np.int64(52)
MANTISSA = np.int64((1 << 52) - 1)
BIAS = np.int64(1023)
EXPONENT_OF_1 = np.int64(1023 << 52)

# 2 atanh(s) = 2 s (1 + s²/3 + s⁴/5 + ...): with s² below 0.03 the twelfth term no longer counts.
T3, T5, T7, T9, T11, T13 = (np.float64(1.0 / n) for n in (3, 5, 7, 9, 11, 13))
T15, T17, T19, T21 = (np.float64(1.0 / n) for n in (15, 17, 19, 21))


@inlined
def log(x):
    """The natural logarithm of a number from 1 on."""
    bits = np.float64(x).view(np.int64)
    power = (bits >> MANTISSA_BITS) - BIAS
    m = np.int64((bits & MANTISSA) | EXPONENT_OF_1).view(np.float64)
    if m > ROOT2:
        m *= 0.5
        power += 1
    s = (m - 1.0) / (m + 1.0)
    z = s * s
    rest = T15 + z * (T17 + z * (T19 + z * T21))
    rest = z * (T3 + z * (T5 + z * (T7 + z * (T9 + z * (T11 + z * (T13 + z * rest))))))
    return power * LN2 + 2.0 * (s + s * rest)
