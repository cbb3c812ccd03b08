import { CLOSES, numberOf, OPENS } from './days.ts';
import { sway } from './random.ts';

/** A made-up market: nothing here is a price that anybody ever saw. */
export const UNDERLYINGS = {
  NIFTY: { level: 25_000, step: 50, lot: 65, calm: 12.5 },
  BANKNIFTY: { level: 56_000, step: 100, lot: 30, calm: 14 },
} as const;
export type Underlying = keyof typeof UNDERLYINGS;

const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals));

/** Where the underlying ends a day: slow waves, and some noise of the day. */
function closeOf(underlying: Underlying, number: number): number {
  const wave = 0.05 * Math.sin(number / 61) + 0.018 * Math.sin(number / 9.3);
  return UNDERLYINGS[underlying].level * Math.exp(wave + 0.0035 * sway(underlying, 'close', number));
}

/** The price at a minute of a session. */
export function spotAt(underlying: Underlying, day: string, minute: number): number {
  const number = numberOf(day);
  const [from, to] = [closeOf(underlying, number - 1), closeOf(underlying, number)];
  const part = Math.min(1, Math.max(0, (minute - OPENS) / (CLOSES - OPENS)));
  const turn = sway(underlying, 'turn', number) * Math.PI;
  const swing = 0.0016 * Math.sin(part * Math.PI) * Math.sin(part * 9 + turn);
  return rounded((from + (to - from) * part) * (1 + swing), 2);
}

/** Volatility at the money, percent a year. */
export function ivAt(underlying: Underlying, day: string, minute: number): number {
  const number = numberOf(day);
  const tide = 2.6 * Math.sin(number / 13) + 0.8 * sway(underlying, 'iv', number);
  return rounded(UNDERLYINGS[underlying].calm + tide - (0.35 * (minute - OPENS)) / (CLOSES - OPENS), 2);
}

/** 0 to 100: where volatility stands between its calmest and its wildest. */
export function ivRankAt(underlying: Underlying, day: string, minute: number): number {
  const part = (ivAt(underlying, day, minute) - UNDERLYINGS[underlying].calm + 4) / 8;
  return rounded(100 * Math.min(1, Math.max(0, part)), 1);
}

export const skewOf = (underlying: Underlying, day: string): number =>
  rounded(1.6 + 0.7 * sway(underlying, 'skew', numberOf(day)), 2);

const density = (x: number): number => Math.exp(-x * x * 0.5) / Math.sqrt(2 * Math.PI);

/** The normal distribution (Abramowitz and Stegun 26.2.17, good to seven decimals). */
function distribution(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const tail =
    density(x) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return x >= 0 ? 1 - tail : tail;
}

export interface Valued {
  price: number;
  /** For a unit: a point of the underlying, a day, and a point of volatility. */
  delta: number;
  theta: number;
  vega: number;
}

/** Black and Scholes without interest. @param years until the expiry @param iv percent a year */
export function valueOf(
  type: 'CE' | 'PE',
  { spot, strike, years, iv }: { spot: number; strike: number; years: number; iv: number },
): Valued {
  const spread = (iv / 100) * Math.sqrt(years);
  const d1 = (Math.log(spot / strike) + (spread * spread) / 2) / spread;
  const d2 = d1 - spread;
  const isCall = type === 'CE';
  const call = spot * distribution(d1) - strike * distribution(d2);
  return {
    price: isCall ? call : call - spot + strike,
    delta: isCall ? distribution(d1) : distribution(d1) - 1,
    theta: (-spot * density(d1) * spread) / (2 * years * 365),
    vega: (spot * density(d1) * Math.sqrt(years)) / 100,
  };
}
