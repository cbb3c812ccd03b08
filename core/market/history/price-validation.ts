import { ratioBetween, type ShareRatio } from './adjust.ts';
import { daysApart } from '../../platform/index.ts';

export const FINDING_KINDS = [
  'NOT_POSITIVE',
  'HUNDREDFOLD',
  'PHANTOM_DAY',
  'GAP',
  'CONFLICT',
  'UNEXPLAINED_MOVE',
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];
export const SEVERITIES = ['ERROR', 'WARNING', 'INFO'] as const;
export type Severity = (typeof SEVERITIES)[number];
/** REFUSED: the price that came was not stored. */
export const FINDING_OUTCOMES = ['REFUSED', 'STORED', 'MISSING'] as const;

/** Something noticed about a price, or about one that is missing. Numbers are exact text. */
export interface Finding {
  instrument_id: string;
  kind: FindingKind;
  severity: Severity;
  /** First and last day, YYYY-MM-DD. */
  day: string;
  until: string;
  /** The price that came, and the one it was held against. */
  value: string | null;
  other: string | null;
  outcome: (typeof FINDING_OUTCOMES)[number];
  message: string;
}

/** What validation asks about days; `Calendar` knows it. */
export interface SessionDays {
  /** The number of a session among all sessions, ascending by one from session to session; null on other days. */
  ordinal(day: string): number | null;
  /** Whether the day's being a session or not is known for certain. */
  isCertain(day: string): boolean;
  /** The session with that number. */
  at(ordinal: number): string;
}

/** What is stored of an instrument before the first price comes, and the actions that may explain a move. */
export interface KnownInstrument {
  stored: { first: string; last: string; close: string } | null;
  /** A price of the days before, refused because nothing bore it out. */
  suspect: { day: string; close: string } | null;
  ratios: readonly ShareRatio[];
  /** The calendar it follows; null where days cannot be told apart. */
  days: SessionDays | null;
}

/** So many times the neighbour, or the same part of it: a slip of the decimal point or of the unit, and no price. */
const HUNDREDFOLD = 100;
/** Prices further apart in time are not held against each other: in years a share may well grow a hundredfold. */
const NEIGHBOURS_DAYS = 60;
/** From one session to the next, beyond a fall or a rise like this the market rarely goes; a split or a bonus does. */
export const FALL = 0.7;
export const RISE = 1.45;
const LONG_GAP = 20;
/** A file of nonsense has something to notice in every row; so much of it is enough for a person. */
const MOST_FINDINGS = 20_000;

interface Suspect {
  price: number;
  day: string;
  close: string;
}

interface State extends KnownInstrument {
  /** The last accepted price, its day and the number of its session. */
  price: number;
  text: string;
  day: string;
  ordinal: number | null;
  /** A price held back: if the next one is like it, the level is a new one and no slip. */
  suspect: Suspect | null;
}

/**
 * Looks at prices one by one before they are stored. Those of one instrument come in the order of their days, ascending or
 * descending. Refused are prices of zero or less, prices on days that are known to be no session, and a single price a
 * hundred times above or below its neighbours; everything else is stored, and what looks odd is listed.
 */
export function createPriceValidation(known: (instrumentId: string) => KnownInstrument) {
  const states = new Map<string, State>();
  const findings: Finding[] = [];
  const released: { id: string; day: string; close: string }[] = [];

  function stateOf(id: string, day: string): State {
    const found = states.get(id);
    if (found !== undefined) return found;
    const instrument = known(id);
    const { stored, days } = instrument;
    // Prices that go on where the stored ones end have the last of these as their neighbour.
    const last = stored !== null && stored.last < day ? stored : null;
    const state: State = {
      ...instrument,
      price: last === null ? Number.NaN : Number(last.close),
      text: last?.close ?? '',
      day: last?.last ?? '',
      ordinal: last === null ? null : (days?.ordinal(last.last) ?? null),
      suspect: suspectOf(last === null ? null : instrument.suspect),
    };
    states.set(id, state);
    return state;
  }

  function find(
    id: string,
    day: string,
    rest: Pick<Finding, 'kind' | 'severity' | 'outcome' | 'message'> & Partial<Finding>,
  ) {
    if (findings.length >= MOST_FINDINGS) return;
    findings.push({ instrument_id: id, day, until: day, value: null, other: null, ...rest });
  }

  function refuse(id: string, { day, close }: Suspect, other: string): void {
    find(id, day, {
      kind: 'HUNDREDFOLD',
      severity: 'ERROR',
      outcome: 'REFUSED',
      value: close,
      other,
      message: 'The price is a hundred times its neighbour, or a hundredth of it.',
    });
  }

  return {
    /**
     * Prices that were held back and are right after all, as the ones after them showed. To be looked at after each call
     * of `accepts`, and emptied.
     */
    released,

    /** Whether the price may be stored now. @param close exact text of a number */
    accepts(id: string, day: string, close: string): boolean {
      const state = stateOf(id, day);
      const price = Number(close);
      if (!(price > 0) || price === Number.POSITIVE_INFINITY) {
        const message = 'The price must be above zero.';
        find(id, day, { kind: 'NOT_POSITIVE', severity: 'ERROR', outcome: 'REFUSED', value: close, message });
        return false;
      }
      const ordinal = state.days?.ordinal(day) ?? null;
      if (state.days !== null && ordinal === null) {
        const isCertain = state.days.isCertain(day);
        find(id, day, {
          kind: 'PHANTOM_DAY',
          severity: isCertain ? 'ERROR' : 'WARNING',
          outcome: isCertain ? 'REFUSED' : 'STORED',
          value: close,
          message: isCertain
            ? 'The exchange had no session on this day.'
            : 'This is a weekend, and the calendar does not say whether there was a session.',
        });
        if (isCertain) return false;
      }
      const { price: before, day: last, suspect } = state;
      const times = price / before;
      if (suspect !== null && suspect.day !== day) {
        state.suspect = null;
        if (isNearer(price, suspect.price, before)) {
          // The level is a new one: the price that was refused was right.
          find(id, suspect.day, {
            kind: 'HUNDREDFOLD',
            severity: 'WARNING',
            outcome: 'STORED',
            value: suspect.close,
            other: state.text,
            message:
              'The price is a hundred times the one before it, or a hundredth, and the next price confirms it.',
          });
          released.push({ id, day: suspect.day, close: suspect.close });
        } else refuse(id, suspect, state.text);
      } else if (
        isHundredfold(times * ratioBetween(state.ratios, last, day)) &&
        (last === '' ? Number.POSITIVE_INFINITY : daysApart(last, day)) <= NEIGHBOURS_DAYS
      ) {
        state.suspect = { price, day, close };
        return false;
      } else if (state.days !== null && ordinal !== null && state.ordinal !== null)
        noticeMoves(id, state, { day, close, ordinal, times });
      state.price = price;
      state.text = close;
      state.day = day;
      state.ordinal = ordinal;
      return true;
    },

    /** Looks at the seams to what is stored after the prices that came. To be called once, after the last price. */
    finish(): readonly Finding[] {
      for (const [id, { stored, days, day, ordinal, suspect, text }] of states) {
        if (suspect !== null) refuse(id, suspect, text);
        const next =
          stored === null || day === '' || day >= stored.first ? null : days?.ordinal(stored.first);
        if (typeof next === 'number' && ordinal !== null && days !== null && next - ordinal > 1)
          missing(id, days, ordinal, next);
      }
      return findings;
    },
  };

  function missing(id: string, days: SessionDays, before: number, after: number): void {
    const [from, until] = [days.at(before + 1), days.at(after - 1)];
    if (!days.isCertain(from) || !days.isCertain(until)) return;
    const count = after - before - 1;
    find(id, from, {
      kind: 'GAP',
      // A month and more is a history that was not loaded, or a share that was not traded.
      severity: count > LONG_GAP ? 'INFO' : 'WARNING',
      outcome: 'MISSING',
      until,
      message: count === 1 ? 'No price for one session.' : `No prices for ${count} sessions.`,
    });
  }

  function noticeMoves(
    id: string,
    state: State,
    { day, close, ordinal, times }: { day: string; close: string; ordinal: number; times: number },
  ): void {
    const { days, ordinal: last } = state;
    if (days === null || last === null) return;
    const isForward = ordinal > last;
    const step = Math.abs(ordinal - last);
    if (step > 1) {
      missing(id, days, Math.min(ordinal, last), Math.max(ordinal, last));
      return;
    }
    if (step === 0) return;
    const [from, to] = isForward ? [state.day, day] : [day, state.day];
    const move = (isForward ? times : 1 / times) * ratioBetween(state.ratios, from, to);
    if (isOrdinaryMove(move)) return;
    find(id, to, {
      kind: 'UNEXPLAINED_MOVE',
      severity: 'WARNING',
      outcome: 'STORED',
      value: isForward ? close : state.text,
      other: isForward ? state.text : close,
      message:
        'The price moved like after a split, bonus or demerger, but no such action is known for this day.',
    });
  }
}

function suspectOf(kept: { day: string; close: string } | null): Suspect | null {
  return kept === null ? null : { ...kept, price: Number(kept.close) };
}

/** Whether a price is nearer to the one than to the other, in times and not in rupees. */
function isNearer(price: number, one: number, other: number): boolean {
  return Math.abs(Math.log(price / one)) < Math.abs(Math.log(price / other));
}

/** Whether a price may go so many times up or down from one session to the next without a split. */
export function isOrdinaryMove(times: number): boolean {
  return times > FALL && times < RISE;
}

function isHundredfold(times: number): boolean {
  return times >= HUNDREDFOLD || times <= 1 / HUNDREDFOLD;
}
