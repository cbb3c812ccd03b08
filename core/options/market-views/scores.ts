/** A forecast with what came of it: 1 where the underlying was higher, else 0. */
export interface Scored {
  probability: number;
  happened: 0 | 1;
}

/** How good forecasts were. */
export interface Scores {
  count: number;
  /** The mean squared distance from what happened: 0 is perfect, 0.25 is what a coin gets. */
  brier: number | null;
  /** How often it happened. */
  baseRate: number | null;
  /** What the base rate would have got, said each time. */
  baseBrier: number | null;
  /** 1 − brier / baseBrier: above 0 is better than always saying the base rate. */
  skill: number | null;
}

/**
 * The Brier score and its skill against the base rate of the same forecasts (Brier 1950; Wilks, Statistical Methods in the
 * Atmospheric Sciences, 8.4). No forecast that was made without knowing the outcomes gets the base rate of the sample for
 * nothing, so the skill is on the strict side.
 * @returns nulls without a forecast; no skill where all outcomes are alike
 */
export function scoresOf(forecasts: readonly Scored[]): Scores {
  const count = forecasts.length;
  if (count === 0) return { count, brier: null, baseRate: null, baseBrier: null, skill: null };
  let [squares, happened] = [0, 0];
  for (const one of forecasts) {
    squares += (one.probability - one.happened) ** 2;
    happened += one.happened;
  }
  const brier = squares / count;
  const baseRate = happened / count;
  const baseBrier = baseRate * (1 - baseRate);
  const isMixed = happened > 0 && happened < count;
  return { count, brier, baseRate, baseBrier, skill: isMixed ? 1 - brier / baseBrier : null };
}

/** Classes of the reliability table. */
const BINS = 10;

interface Bin {
  /** From and to as fractions; the last one includes its end. */
  from: number;
  to: number;
  count: number;
  meanForecast: number | null;
  realised: number | null;
}

/** Forecasts by tenths of their probability: where they are calibrated, mean forecast and realised frequency are alike. */
export function reliabilityOf(forecasts: readonly Scored[]): Bin[] {
  const sums = Array.from({ length: BINS }, () => ({ count: 0, forecast: 0, happened: 0 }));
  for (const { probability, happened } of forecasts) {
    const sum = sums[Math.min(BINS - 1, Math.floor(probability * BINS))];
    if (sum === undefined) continue;
    sum.count += 1;
    sum.forecast += probability;
    sum.happened += happened;
  }
  return sums.map(({ count, forecast, happened }, nr) => ({
    from: nr / BINS,
    to: (nr + 1) / BINS,
    count,
    meanForecast: count === 0 ? null : forecast / count,
    realised: count === 0 ? null : happened / count,
  }));
}
