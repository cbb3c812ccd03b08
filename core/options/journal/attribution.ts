import type { ClosedTrade } from '../records/index.ts';
import { rupeesOf, unitsOf } from '../records/index.ts';
import { daysHeld } from './held.ts';

/** What the result of a trade came from. Amounts are rupees with four decimals, and together exactly the gross result. */
export interface Attribution {
  theta: number | null;
  vega: number | null;
  spot: number | null;
  /** What the other three leave: gamma and all that a first order does not say, and every part that is unknown. */
  rest: number | null;
  /** Why a part is null, by its name. */
  reasons: Partial<Record<AttributionPart, string>>;
}
export const ATTRIBUTION_PARTS = ['theta', 'vega', 'spot', 'rest'] as const;
export type AttributionPart = (typeof ATTRIBUTION_PARTS)[number];

/** How it is worked out, for people. */
export const ATTRIBUTION_METHOD =
  'First order, from the greeks at the entry: theta × calendar days held, vega × change of implied volatility, delta × change of the spot price. The rest is the gross result less these: gamma, changes of the greeks, and every part that could not be calculated.';

/** A greek may be any number; a part beyond this is no amount of rupees. */
const LARGEST_UNITS = 1e15;

type Given = number | null | undefined;
const isKnown = (value: Given): value is number => value !== null && value !== undefined;

/**
 * Divides the gross result of a trade by what moved it. A part that lacks a figure is null, with the reason, and stands in
 * the rest.
 * @param gross in units of the store; null where it is unknown, and so is the rest then
 */
export function attributionOf(trade: ClosedTrade, gross: number | null): Attribution {
  const reasons: Attribution['reasons'] = {};
  const part = (
    name: AttributionPart,
    factors: readonly (readonly [value: Given, noun: string])[],
    of: (...values: number[]) => number,
  ): number | null => {
    const missing = factors.filter(([value]) => !isKnown(value)).map(([, noun]) => noun);
    if (missing.length > 0) {
      reasons[name] = `Not reported: ${missing.join(', ')}.`;
      return null;
    }
    const units = unitsOf(of(...factors.map(([value]) => value ?? 0)));
    if (Math.abs(units) <= LARGEST_UNITS) return units === 0 ? 0 : units;
    reasons[name] = 'The reported greek is too large for a sum of rupees.';
    return null;
  };
  const theta = part('theta', [[trade.theta, 'theta at the entry']], (greek) => greek * daysHeld(trade));
  const vega = part(
    'vega',
    [
      [trade.vega, 'vega at the entry'],
      // Nothing has a volatility of 0: programs send it where they have none.
      [trade.entry_iv || null, 'implied volatility at the entry'],
      [trade.exit_iv || null, 'implied volatility at the exit'],
    ],
    (greek = 0, from = 0, to = 0) => greek * (to - from),
  );
  const spot = part(
    'spot',
    [
      [trade.delta, 'delta at the entry'],
      [trade.entry_spot, 'spot price at the entry'],
      [trade.exit_spot, 'spot price at the exit'],
    ],
    (greek = 0, from = 0, to = 0) => greek * (to - from),
  );
  if (gross === null) reasons.rest = 'The gross result is unknown.';
  const rest = gross === null ? null : gross - (theta ?? 0) - (vega ?? 0) - (spot ?? 0);
  const rupees = (units: number | null): number | null => (units === null ? null : rupeesOf(units));
  return { theta: rupees(theta), vega: rupees(vega), spot: rupees(spot), rest: rupees(rest), reasons };
}
