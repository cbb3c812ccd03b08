export const ALERT_KINDS = ['PRICE_ABOVE', 'PRICE_BELOW', 'DAY_MOVE_PCT', 'DRAWDOWN_PCT'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** ARMED waits for the crossing. FIRED is beyond the level and waits until the value is back on the other side. */
export const ALERT_STATES = ['ARMED', 'FIRED'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

/** What of an alert its evaluation needs. */
export interface AlertTerms {
  readonly kind: AlertKind;
  /** A price in the instrument's currency, or percentage points. */
  readonly threshold: number;
  readonly state: AlertState;
  /** What the state FIRED was entered with, and of which day that was. */
  readonly beyond_value: number | null;
  readonly beyond_on: string | null;
}

/** A value as it is now. Null is unknown, with the reason. */
export type Reading =
  | { readonly value: number /** YYYY-MM-DD */; readonly day: string | null; readonly reason: null }
  | { readonly value: null; readonly day: null; readonly reason: string };

export interface Verdict {
  state: AlertState;
  /** A crossing, which notifies once. */
  fires: boolean;
  value: number | null;
  reason: string | null;
  beyond_value: number | null;
  beyond_on: string | null;
}

/** A price has to go back beyond its level by this share of it before the same alert fires again. */
const PRICE_MARGIN = 0.005;
/** Percentages have to fall back below this share of their level. */
const PCT_MARGIN = 0.1;

/** Reaching the level is crossing it: equal counts. */
export function isBeyond(kind: AlertKind, value: number, threshold: number): boolean {
  if (kind === 'PRICE_BELOW') return value <= threshold;
  return (kind === 'DAY_MOVE_PCT' ? Math.abs(value) : value) >= threshold;
}

/**
 * Whether the value is back far enough to arm the alert again. A value that trembles around the level must not tell at
 * every turn: prices go back by half a percent, percentages by a tenth of the level.
 */
function isBack(kind: AlertKind, value: number, threshold: number): boolean {
  switch (kind) {
    case 'PRICE_ABOVE':
      return value <= exact(threshold * (1 - PRICE_MARGIN));
    case 'PRICE_BELOW':
      return value >= exact(threshold * (1 + PRICE_MARGIN));
    case 'DAY_MOVE_PCT':
      return Math.abs(value) <= exact(threshold * (1 - PCT_MARGIN));
    case 'DRAWDOWN_PCT':
      return value <= exact(threshold * (1 - PCT_MARGIN));
  }
}

/**
 * One step of one alert. It fires once per crossing: from ARMED when the value reaches the level, and not again until it
 * was back. A day's move is of its day: the move of another day, or one in the other direction, is another crossing.
 * An unknown value changes nothing.
 */
export function evaluate(alert: AlertTerms, reading: Reading): Verdict {
  const { kind, threshold, state, beyond_value, beyond_on } = alert;
  const still = {
    state,
    fires: false,
    value: reading.value,
    reason: reading.reason,
    beyond_value,
    beyond_on,
  };
  if (reading.value === null) return still;
  const { value, day } = reading;
  if (!isBeyond(kind, value, threshold)) {
    const isOver = state === 'FIRED' && (isBack(kind, value, threshold) || isAnotherMove(alert, value, day));
    return isOver ? { ...still, state: 'ARMED', beyond_value: null, beyond_on: null } : still;
  }
  if (state === 'FIRED' && !isAnotherMove(alert, value, day)) return still;
  return { ...still, state: 'FIRED', fires: true, beyond_value: value, beyond_on: day };
}

function isAnotherMove(
  { kind, beyond_value, beyond_on }: AlertTerms,
  value: number,
  day: string | null,
): boolean {
  if (kind !== 'DAY_MOVE_PCT') return false;
  if (day !== null && beyond_on !== null && day !== beyond_on) return day > beyond_on;
  return beyond_value !== null && Math.sign(value) !== Math.sign(beyond_value) && value !== 0;
}

/**
 * How an alert begins. One whose level is passed already would tell what its person just saw: it waits until the value
 * was back. Where the value is not known it is armed, and the first known one may fire it.
 */
export function beginning(kind: AlertKind, threshold: number, reading: Reading): Verdict {
  const armed: AlertTerms = { kind, threshold, state: 'ARMED', beyond_value: null, beyond_on: null };
  return { ...evaluate(armed, reading), fires: false };
}

/** Without what floating-point leaves behind. */
const exact = (value: number): number => Number(value.toPrecision(14));
