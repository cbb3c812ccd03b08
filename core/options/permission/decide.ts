import { momentInWords } from '../../platform/index.ts';
import { type Level, levelNow } from '../broker-health/index.ts';
import {
  type GuardReason,
  inUse,
  type MarketMoment,
  percentOf,
  roomOf,
  rupeesText,
  standingOf,
} from '../envelope/index.ts';
import { type Mode, rupeesOf, unitsOf } from '../records/index.ts';
import { LIVE_MARGIN_BUFFER_PCT, type Limits, limitsOf } from '../settings/index.ts';
import type { PermissionRows } from './permission-rows.ts';
import type { PermissionQuery, PermissionView } from './permission-shape.ts';

export interface Moment extends MarketMoment {
  /** Rupees, by which the usual limits go. */
  capital: number;
}

/** What was found: `forbids` keeps the entry from being made, the rest is told along with it. */
interface Finding extends GuardReason {
  forbids: boolean;
}

/** A record may be so far ahead of Munim's clock when it is taken; what lies further ahead shows that the clock went back. */
const AHEAD_MS = 5 * 60_000;
const FACTORS = { OPEN: 1, THROTTLED: 0.5, HALTED: 0 } as const;

/**
 * Whether a strategy may enter now, and how (portfolio/Go-live state machine). What is not known forbids an entry with
 * money. What concerns money alone (envelope, margin, reconciliation) is told to a rehearsal and does not stop it.
 */
export function decide(rows: PermissionRows, asked: PermissionQuery, at: Moment): PermissionView {
  const base: Mode = rows.mode ?? 'DRY_RUN';
  const isLive = base === 'LIVE';
  const limits = limitsOf(rows.envelope.settings, at.capital);
  const standing = standingOf(rows.envelope, at.capital, at);
  const room = roomOf(rows.envelope, limits, at, LIVE_MARGIN_BUFFER_PCT);
  const margins =
    asked.broker === undefined ? room.margins : room.margins.filter(({ broker }) => broker === asked.broker);
  const brokers = brokersNow(rows, asked, at);
  const cooldownEnd = cooldownEndOf(rows, limits, at.now);
  const findings: Finding[] = [
    ...clockFindings(rows, at.now),
    ...envelopeFindings(standing, isLive),
    ...roomFindings({ openRisk: room.openRisk, margins, limits, asked }, isLive),
    ...eventFindings(rows, asked),
    ...brokerFindings(brokers, isLive && at.isTrading),
    ...mismatchFindings(rows, isLive),
    ...cooldownFindings(asked.strategy, cooldownEnd, limits),
  ];
  const factor = FACTORS[standing.state];
  const share = (units: number | null): number | null =>
    units === null ? null : rupeesOf(Math.floor(units * factor));
  const isForced = brokers.some(({ level }) => level === 'DEGRADED' || level === 'UNSTABLE');
  return {
    strategy: asked.strategy,
    mode: isForced ? 'DRY_RUN' : base,
    may_enter: !findings.some(({ forbids }) => forbids),
    reasons: findings
      .toSorted((a, b) => Number(b.forbids) - Number(a.forbids))
      .map(({ code, message }) => ({ code, message })),
    limits: {
      size_factor: factor,
      max_loss: share(room.openRisk),
      margin: share(leastOf(margins.map((one) => one.room))),
      daily_loss_left: rupeesOf(room.dailyLoss),
      cooldown_ends_at: cooldownEnd?.toISOString() ?? null,
    },
  };
}

/** Null where there is none, or one is not known. */
const leastOf = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>(
    (least, value) => (least === null || value === null ? null : Math.min(least, value)),
    values.length === 0 ? null : (values[0] ?? null),
  );

const finding = (code: string, message: string, forbids: boolean): Finding => ({ code, message, forbids });

/** Moments that Munim wrote down itself, or took when they had come. */
function clockFindings({ envelope, brokers, lastEntryAt }: PermissionRows, now: Date): Finding[] {
  const known = [
    envelope.persisted?.since,
    envelope.persisted?.resumedAt,
    ...envelope.margins.map((one) => one.at),
    ...brokers.map((one) => one.lastSampleAt),
    lastEntryAt,
  ].flatMap((moment) => (moment === null || moment === undefined ? [] : [Date.parse(moment)]));
  const ahead = Math.max(...known, Number.NEGATIVE_INFINITY) - now.getTime();
  return ahead > AHEAD_MS ? [clockBehind(ahead)] : [];
}

/** @param ms how far the clock is behind */
export const clockBehind = (ms: number): Finding =>
  finding(
    'CLOCK_BEHIND',
    `Munim’s clock is ${Math.ceil(ms / 60_000)} min behind an earlier time that it recorded. Correct the clock; there are no entries until then.`,
    true,
  );

function envelopeFindings(
  { state, reasons, criteria }: ReturnType<typeof standingOf>,
  isLive: boolean,
): Finding[] {
  if (state === 'OPEN') return [];
  if (state === 'HALTED')
    return [
      finding(
        'ENVELOPE_HALTED',
        `The risk envelope is HALTED: no entry with money until a person resumes it. ${reasons.map(({ message }) => message).join(' ')}`,
        isLive,
      ),
    ];
  return [
    finding('ENVELOPE_THROTTLED', 'The risk envelope is THROTTLED: entries with money are halved.', false),
    ...criteria.flatMap(({ reason, isUnknown }) =>
      reason === null ? [] : [{ ...reason, forbids: isLive && isUnknown }],
    ),
  ];
}

function roomFindings(
  {
    openRisk,
    margins,
    limits,
    asked,
  }: {
    openRisk: number | null;
    margins: readonly { broker: string; room: number | null }[];
    limits: Limits;
    asked: PermissionQuery;
  },
  isLive: boolean,
): Finding[] {
  const found: Finding[] = [];
  if (openRisk === 0)
    found.push(
      finding(
        'OPEN_RISK_FULL',
        `Open trades use the whole limit of ${rupeesText(unitsOf(limits.max_open_risk))} for open risk.`,
        isLive,
      ),
    );
  if (asked.broker !== undefined && margins.length === 0)
    found.push(finding('MARGIN_USE_UNKNOWN', `The margin at ${asked.broker} is unknown.`, isLive));
  const allowed = (limits.max_margin_use_pct * (100 - LIVE_MARGIN_BUFFER_PCT)) / 100;
  for (const { broker, room } of margins)
    if (room === 0)
      found.push(
        finding(
          'MARGIN_BUFFER',
          `${broker} has too little margin for an entry with money. Margin use must be below ${percentOf(allowed)}: the limit of ${limits.max_margin_use_pct}% less a buffer of ${LIVE_MARGIN_BUFFER_PCT}%.`,
          isLive,
        ),
      );
  return found;
}

/** Without an underlying in the question, an event of any of them may be its own. */
function eventFindings({ events }: PermissionRows, { underlying }: PermissionQuery): Finding[] {
  return events
    .filter(
      (event) => event.underlying === null || underlying === undefined || event.underlying === underlying,
    )
    .map((event) => {
      const of = event.underlying === null ? '' : ` (${event.underlying})`;
      const until = momentInWords(event.endsAt);
      return event.severity === 'BLOCK'
        ? finding('EVENT_BLOCK', `${event.name}${of} is on until ${until}: no entries.`, true)
        : finding('EVENT_WARNING', `${event.name}${of} is on until ${until}: be careful.`, false);
    });
}

/** Levels of the broker that is asked about, else of all that are in use. */
export function brokersNow(
  { brokers }: Pick<PermissionRows, 'brokers'>,
  { broker }: Pick<PermissionQuery, 'broker'>,
  { now, isTrading }: Pick<Moment, 'now' | 'isTrading'>,
): { broker: string; level: Level | null; lastSampleAt: string | null }[] {
  const asked =
    broker === undefined
      ? inUse(
          brokers.map((one) => ({ ...one, at: one.lastSampleAt ?? '' })),
          now,
        )
      : brokers.filter((one) => one.broker === broker);
  return asked.map((one) => ({
    broker: one.broker,
    level: levelNow(one.level, one.lastSampleAt, now, isTrading),
    lastSampleAt: one.lastSampleAt,
  }));
}

function brokerFindings(
  brokers: readonly { broker: string; level: Level | null }[],
  forbidsUnknown: boolean,
): Finding[] {
  if (brokers.length === 0)
    return [finding('BROKER_UNKNOWN', 'No broker health has been reported yet.', forbidsUnknown)];
  return brokers.flatMap(({ broker, level }) => {
    switch (level) {
      case null:
        return [finding('BROKER_UNKNOWN', `The health of ${broker} is unknown.`, forbidsUnknown)];
      case 'OK':
        return [];
      case 'DOWN':
        return [finding('BROKER_DOWN', `${broker} is DOWN: no entries.`, true)];
      case 'DEGRADED':
      case 'UNSTABLE':
        return [
          finding(`BROKER_${level}`, `${broker} is ${level}: enter as a dry run only, without money.`, false),
        ];
    }
  });
}

function mismatchFindings({ mismatches }: PermissionRows, isLive: boolean): Finding[] {
  if (mismatches === null) return [];
  const { count, broker, at } = mismatches;
  const which =
    count === 1
      ? `A mismatch with ${broker}`
      : `${count.toLocaleString('en-IN')} mismatches with the broker, the first`;
  return [
    finding(
      'RECONCILIATION_OPEN',
      `${which} of ${momentInWords(new Date(at))} is not confirmed yet: no entry with money. See /confirm_recon.`,
      isLive,
    ),
  ];
}

/** Null where the strategy need not wait. An entry that seems to lie ahead is waited for as well. */
function cooldownEndOf({ lastEntryAt }: PermissionRows, limits: Limits, now: Date): Date | null {
  if (lastEntryAt === null) return null;
  const end = new Date(Date.parse(lastEntryAt) + limits.scale_in_cooldown_minutes * 60_000);
  return end > now ? end : null;
}

function cooldownFindings(strategy: string, end: Date | null, limits: Limits): Finding[] {
  return end === null
    ? []
    : [
        finding(
          'SCALE_IN_COOLDOWN',
          `${strategy} entered less than ${limits.scale_in_cooldown_minutes} minutes ago: it may enter again on ${momentInWords(end)}.`,
          true,
        ),
      ];
}

/** 2026-06-15, 11:02 IST */
