import * as yup from 'yup';
import { unitsOf } from '../records/index.ts';

/** The limits of a person's trading with money, in their own units. */
export interface Limits {
  /** Rupees: the realised loss of a day in India together with the losses of open trades. */
  max_daily_loss: number;
  /** Rupees: the largest losses of all open trades together. */
  max_open_risk: number;
  /** Percent of all margin of a broker that may be in use. */
  max_margin_use_pct: number;
  max_consecutive_losses: number;
  /** Percent of a limit from which on entries are halved. */
  throttle_at_pct: number;
  /** Minutes between two entries of one strategy. */
  scale_in_cooldown_minutes: number;
}

/** What is kept of each margin limit for what moves against an open trade: entries with money stop so much earlier. */
export const LIVE_MARGIN_BUFFER_PCT = 10;
/** The longest pause between entries that can be set. */
export const LONGEST_COOLDOWN_MINUTES = 1_440;

const DAILY_LOSS_PCT = 2;
const OPEN_RISK_PCT = 10;

/** What holds until a person says otherwise; amounts are shares of PHASE1_CAPITAL. */
export function usualLimits(capital: number): Limits {
  const rupees = (pct: number) => Math.max(1, Math.round(Math.min(capital, LARGEST) * pct) / 100);
  return {
    max_daily_loss: rupees(DAILY_LOSS_PCT),
    max_open_risk: rupees(OPEN_RISK_PCT),
    max_margin_use_pct: 80,
    max_consecutive_losses: 4,
    throttle_at_pct: 70,
    scale_in_cooldown_minutes: 90,
  };
}

const LARGEST = 1e11;
const rupees = yup
  .number()
  .min(1)
  .max(LARGEST)
  .test('paise', '${path} may have at most 2 decimals.', (value) =>
    value === undefined ? true : unitsOf(value) % 100 === 0 && Number(value.toFixed(2)) === value,
  );
const whole = (least: number, most: number) => yup.number().integer().min(least).max(most);

/** Each limit as it may be set. */
export const limitFields = {
  max_daily_loss: rupees,
  max_open_risk: rupees,
  max_margin_use_pct: whole(1, 100),
  max_consecutive_losses: whole(1, 100),
  throttle_at_pct: whole(1, 100),
  scale_in_cooldown_minutes: whole(0, LONGEST_COOLDOWN_MINUTES),
} satisfies Record<keyof Limits, yup.NumberSchema>;

const stored = yup.object(limitFields).noUnknown();

/**
 * The limits that hold: what a person has set, and the usual ones for the rest. A stored limit that this release cannot read
 * leaves the usual one.
 */
export function limitsOf(settingsJson: string | null, capital: number): Limits {
  const usual = usualLimits(capital);
  if (settingsJson === null) return usual;
  const given: unknown = JSON.parse(settingsJson);
  if (typeof given !== 'object' || given === null) return usual;
  const known = Object.entries(given).filter(
    ([name, value]) => name in usual && stored.isValidSync({ [name]: value as unknown }, { strict: true }),
  );
  return { ...usual, ...(Object.fromEntries(known) as Partial<Limits>) };
}
