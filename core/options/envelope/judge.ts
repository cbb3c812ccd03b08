import { DAY_MS } from '../../platform/dates.ts';
import { type MarkMoment, markOf, unitsOf } from '../records/index.ts';
import type { Limits } from '../settings/index.ts';
import type { EnvelopeRows, MarginSample } from './envelope-rows.ts';
import {
  type CriterionName,
  ENVELOPE_STATES,
  type EnvelopeState,
  type GuardReason,
} from './envelope-shape.ts';
import { countOf, percentOf, rupeesText } from './words.ts';

/** A limit and what is held against it. Money is in units, margin use in percent. */
export interface Criterion {
  name: CriterionName;
  /** What is known; null where nothing is. */
  value: number | null;
  limit: number;
  state: EnvelopeState;
  /** Why it is not OPEN. */
  reason: GuardReason | null;
  /** Whether more than `value` may be true: no entry with money then. */
  isUnknown: boolean;
}

/** What the limits leave for another trade with money, in units. */
interface Room {
  dailyLoss: number;
  /** Null where the risk of an open trade is not known. */
  openRisk: number | null;
  /** By broker, already less the buffer; null where its margin is not known. */
  margins: { broker: string; room: number | null }[];
}

/** The moment that limits are held against. */
export interface MarketMoment extends MarkMoment {
  /** Whether the exchange trades. */
  isTrading: boolean;
}

export interface Judgement {
  state: EnvelopeState;
  criteria: Criterion[];
}

/** A margin is asked for so often while the exchange is open (portfolio/Other constants: dashboard freshness). */
const MARGIN_FRESH_MS = 30 * 60_000;
/** A broker that was silent for so long is no longer in use, where another one is: no closure lasts a week. */
const IN_USE_MS = 7 * DAY_MS;

const worst = (...states: EnvelopeState[]): EnvelopeState =>
  ENVELOPE_STATES.findLast((state) => states.includes(state)) ?? 'OPEN';

/** Whether value ≥ pct % of limit, exactly: amounts times hundred are beyond doubles. */
const reaches = (value: number, pct: number, limit: number): boolean =>
  BigInt(value) * 100n >= BigInt(limit) * BigInt(pct);

/** What was lost today, in units: results since the last resumption, and the losses of open trades; gains of those do not count. */
export function dailyLossOf({ realised, open }: Pick<EnvelopeRows, 'realised' | 'open'>): number {
  const lost = open.reduce((sum, { gross, exitCosts, resumedNet }) => {
    // Costs that are not known are at least none.
    const net = gross === null ? 0 : gross - (exitCosts ?? 0);
    return sum + Math.min(0, net - resumedNet);
  }, 0);
  // −0 is 0.
  return Math.max(0, -(realised.net + lost));
}

/** How the limits stand by what was reported alone; a halt that a person has not ended yet is not looked at. */
export function judge(
  rows: Omit<EnvelopeRows, 'settings' | 'persisted'>,
  limits: Limits,
  at: MarketMoment,
): Judgement {
  const criteria = [
    dailyLoss(rows, limits, at),
    openRisk(rows, limits),
    marginUse(rows.margins, limits, at),
    consecutiveLosses(rows, limits),
  ];
  return { state: worst(...criteria.map(({ state }) => state)), criteria };
}

function dailyLoss(
  rows: Pick<EnvelopeRows, 'realised' | 'open'>,
  limits: Limits,
  at: MarketMoment,
): Criterion {
  const [value, limit] = [dailyLossOf(rows), unitsOf(limits.max_daily_loss)];
  const closed = rows.realised.unknown;
  // What was last reported of a trade still counts as lost, and says nothing of what was lost since.
  const open = rows.open.filter(
    ({ gross, exitCosts, report }) =>
      gross === null || exitCosts === null || (report !== undefined && markOf(report, at).gross === null),
  ).length;
  const isUnknown = closed + open > 0;
  const lost = `Lost today: ${rupeesText(value)} of ${rupeesText(limit)}`;
  const parts = [
    closed > 0 ? countOf(closed, 'trade closed today', 'trades closed today') : '',
    open > 0 ? countOf(open, 'open trade') : '',
  ].filter((part) => part !== '');
  return found('daily_loss', { value, limit, isUnknown }, limits, {
    isHalted: value >= limit,
    halted: `${lost}. The limit is reached.`,
    throttled: `${lost}, which is ${limits.throttle_at_pct}% of the limit or more.`,
    unknown: `${parts.join(' and ')} without a known result: today’s loss may be more than ${rupeesText(value)}.`,
  });
}

function openRisk({ open }: Pick<EnvelopeRows, 'open'>, limits: Limits): Criterion {
  const limit = unitsOf(limits.max_open_risk);
  const value = open.reduce((sum, { maxLoss }) => sum + (maxLoss ?? 0), 0);
  const unknown = open.filter(({ maxLoss }) => maxLoss === null);
  const risk = `Open trades can lose ${rupeesText(value)} of ${rupeesText(limit)}`;
  return found('open_risk', { value, limit, isUnknown: unknown.length > 0 }, limits, {
    // Somebody who uses what the limit allows has kept to it.
    isHalted: value > limit,
    halted: `${risk}. That is more than the limit.`,
    throttled: `${risk}, which is ${limits.throttle_at_pct}% of the limit or more.`,
    unknown: `The largest possible loss of ${countOf(unknown.length, 'open trade')} is unknown (${unknown
      .slice(0, 3)
      .map(({ tag }) => tag)
      .join(', ')}).`,
  });
}

/** The newest samples of brokers that are in use. */
export function inUse<T extends { at: string }>(samples: readonly T[], now: Date): T[] {
  const recent = samples.filter(({ at }) => now.getTime() - Date.parse(at) <= IN_USE_MS);
  return recent.length > 0 ? recent : [...samples];
}

/** `31 minutes`, `5 hours`, `21 days`: never more than the age is. */
function ageText(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 120) return countOf(minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? countOf(hours, 'hour') : countOf(Math.floor(ms / DAY_MS), 'day');
}

/** Why a sample says nothing; null where it does. */
function marginDoubt(
  sample: MarginSample,
  { now, isTrading }: { now: Date; isTrading: boolean },
): string | null {
  const age = now.getTime() - Date.parse(sample.at);
  if (sample.used + sample.available === 0) return `${sample.broker} has reported no margin.`;
  if (age > IN_USE_MS || (isTrading && age > MARGIN_FRESH_MS))
    return `The last margin of ${sample.broker} is ${ageText(age)} old.`;
  return null;
}

/** Of the broker with the largest use. */
function marginUse(
  samples: readonly MarginSample[],
  limits: Limits,
  at: { now: Date; isTrading: boolean },
): Criterion {
  const used = inUse(samples, at.now);
  const doubts = used.map((sample) => marginDoubt(sample, at)).filter((doubt) => doubt !== null);
  const known = used
    .filter((sample) => sample.used + sample.available > 0)
    .toSorted((a, b) => b.used / (b.used + b.available) - a.used / (a.used + a.available));
  const [most] = known;
  const limit = limits.max_margin_use_pct;
  const value = most === undefined ? null : (100 * most.used) / (most.used + most.available);
  const use = `${most?.broker ?? ''} uses ${percentOf(value ?? 0)} of its margin; the limit is ${limit}%`;
  return found('margin_use', { value, limit, isUnknown: samples.length === 0 || doubts.length > 0 }, limits, {
    isHalted: known.some((one) => BigInt(one.used) * 100n > BigInt(one.used + one.available) * BigInt(limit)),
    isThrottled: known.some(
      (one) =>
        BigInt(one.used) * 10_000n >=
        BigInt(one.used + one.available) * BigInt(limit * limits.throttle_at_pct),
    ),
    halted: `${use}. That is more than the limit.`,
    throttled: `${use}. This is ${limits.throttle_at_pct}% of the limit or more.`,
    unknown: samples.length === 0 ? 'No margin has been reported yet.' : doubts.join(' '),
  });
}

function consecutiveLosses({ streak }: Pick<EnvelopeRows, 'streak'>, limits: Limits): Criterion {
  const limit = limits.max_consecutive_losses;
  const lost = `${countOf(streak.lost, 'trade')} in a row lost money; the limit is ${limit}`;
  return found('consecutive_losses', { value: streak.lost, limit, isUnknown: streak.unknown > 0 }, limits, {
    isHalted: streak.lost >= limit,
    halted: `${lost}.`,
    throttled: `${lost}. This is ${limits.throttle_at_pct}% of the limit or more.`,
    unknown: `The net result of ${countOf(streak.unknown, 'trade')} since the last one that did not lose is unknown.`,
  });
}

const CODES: Readonly<Record<CriterionName, string>> = {
  daily_loss: 'DAILY_LOSS',
  open_risk: 'OPEN_RISK',
  margin_use: 'MARGIN_USE',
  consecutive_losses: 'CONSECUTIVE_LOSSES',
};

/** What is not known counts against: entries are throttled at least. */
function found(
  name: CriterionName,
  { value, limit, isUnknown }: Pick<Criterion, 'value' | 'limit' | 'isUnknown'>,
  { throttle_at_pct }: Limits,
  is: {
    isHalted: boolean;
    isThrottled?: boolean;
    halted: string;
    throttled: string;
    unknown: string;
  },
): Criterion {
  const one = (state: EnvelopeState, code: string | null, message: string): Criterion => ({
    name,
    value,
    limit,
    state,
    isUnknown,
    reason: code === null ? null : { code: `${CODES[name]}_${code}`, message },
  });
  const more = isUnknown ? ` ${is.unknown}` : '';
  if (is.isHalted) return one('HALTED', 'LIMIT', `${is.halted}${more}`);
  if (isUnknown) return one('THROTTLED', 'UNKNOWN', is.unknown);
  const isThrottled = is.isThrottled ?? (value !== null && reaches(value, throttle_at_pct, limit));
  return isThrottled ? one('THROTTLED', 'NEAR', is.throttled) : one('OPEN', null, '');
}

/** What the limits leave; see Room. @param bufferPct of each margin limit, which stays free */
export function roomOf(
  rows: Pick<EnvelopeRows, 'realised' | 'open' | 'margins'>,
  limits: Limits,
  at: { now: Date; isTrading: boolean },
  bufferPct: number,
): Room {
  const known = rows.open.every(({ maxLoss }) => maxLoss !== null);
  const risk = rows.open.reduce((sum, { maxLoss }) => sum + (maxLoss ?? 0), 0);
  return {
    dailyLoss: Math.max(0, unitsOf(limits.max_daily_loss) - dailyLossOf(rows)),
    openRisk: known ? Math.max(0, unitsOf(limits.max_open_risk) - risk) : null,
    margins: inUse(rows.margins, at.now).map((sample) => {
      const whole = BigInt(sample.used + sample.available);
      const allowed = (whole * BigInt(limits.max_margin_use_pct * (100 - bufferPct))) / 10_000n;
      const left = Number(allowed) - sample.used;
      return {
        broker: sample.broker,
        room: marginDoubt(sample, at) === null ? Math.max(0, left) : null,
      };
    }),
  };
}
