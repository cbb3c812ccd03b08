/**
 * How far a projected sum may come out from what is expected. Each amount grows as a geometric Brownian motion whose mean
 * is the expected growth; all of them ride on the same path from their own day on. The sum is taken for lognormal with
 * the same mean and variance (Fenton 1960).
 */
export interface Spread {
  p10: number;
  p50: number;
  p90: number;
  /** Percentage points. */
  probability_pct: number;
}

/** An amount's expected worth at the end, and for how many years it is at risk until then. */
export interface AtRisk {
  expected: number;
  years: number;
}

/** Tenth and ninetieth percentile of the standard normal distribution lie this far from its mean. */
const Z90 = 1.2815515655446004;

/**
 * @param volatility a year's, as a share of 1.
 * @param target what the probability is of reaching.
 * @returns null when nothing is expected.
 */
export function spreadOf(amounts: readonly AtRisk[], volatility: number, target: number): Spread | null {
  const sum = amounts.reduce((total, { expected }) => total + expected, 0);
  if (!(sum > 0)) return null;
  const variance = volatility * volatility;
  // Two amounts share the path of the younger one: E[ab] = E[a] E[b] exp(variance * years of the younger).
  const byYears = [...amounts].sort((a, b) => a.years - b.years);
  let older = sum;
  let square = 0;
  for (const { expected, years } of byYears) {
    older -= expected;
    square += expected * (expected + 2 * older) * Math.exp(variance * years);
  }
  const s2 = Math.max(0, Math.log(square / (sum * sum)));
  const s = Math.sqrt(s2);
  const mu = Math.log(sum) - s2 / 2;
  const at = (z: number) => Math.exp(mu + z * s);
  // Without any risk it is certain either way.
  const probability =
    s < 1e-9 ? Number(sum >= target) : target <= 0 ? 1 : normal((mu - Math.log(target)) / s);
  return { p10: at(-Z90), p50: at(0), p90: at(Z90), probability_pct: probability * 100 };
}

/** Distribution function of the standard normal, right to 7 digits (Abramowitz and Stegun, 26.2.17). */
export function normal(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  const tail =
    density *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return x >= 0 ? 1 - tail : tail;
}
