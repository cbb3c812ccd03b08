import { addDays, dayInWords } from '../../platform/index.ts';
import type { Calendar, ExtraEntry, ListedYear } from '../calendar/index.ts';
import { isWeekendDay } from './read-list.ts';

/** A weekday on which an exchange's list and the calendar disagree. */
export interface ListDifference {
  date: string;
  subject: 'TRADING' | 'SETTLEMENT';
  /** Whether the list has a session (or a settlement day) on it. */
  listed: boolean;
  /** True if the calendar now goes by the list. */
  is_followed: boolean;
  /** The name of the holiday, of the list or of the calendar. */
  reason: string;
}

export interface MergedYear {
  listed: ListedYear;
  differences: ListDifference[];
}

/**
 * A year of a list as the calendar takes it. A year that the calendar does not know is taken whole, and the days ahead of one
 * that is known from lists alone follow the newest list. In a known year a
 * holiday that the list adds to the days ahead is taken, since exchanges close at short notice; a holiday that the list lacks,
 * and any day that is over, stays as it is. Each difference is returned, taken or not.
 * @param calendar as it is now, with the year as it was read before.
 * @param before the year as it was read before; null for the first time.
 */
export function mergeYear(
  calendar: Calendar,
  list: ListedYear,
  before: ListedYear | null,
  today: string,
): MergedYear {
  const { exchange, year } = list;
  const until = calendar.knownUntil(exchange);
  const lastDay = `${year}-12-31`;
  const knowsSettlement = until.settlement >= lastDay;
  if (until.trading < lastDay) return { listed: list, differences: operatorDifferences(calendar, list) };
  if (before?.is_whole === true) return newestList(calendar, list, before, today);
  const differences = differencesOf(calendar, list, (date) => date > today);
  const followed = (wanted: ListDifference['subject']) =>
    new Set(
      differences
        .filter(({ subject, is_followed }) => subject === wanted && is_followed)
        .map(({ date }) => date),
    );
  const [closing, unsettling] = [followed('TRADING'), followed('SETTLEMENT')];
  const added = list.entries.filter(({ kind, date }) =>
    kind === 'settlement_closed'
      ? unsettling.has(date) || (!knowsSettlement && list.has_settlement)
      : kind === 'closed' && closing.has(date),
  );
  const isReplaced = ({ kind, date }: ExtraEntry) => kind === 'session' && closing.has(date);
  return {
    listed: {
      exchange,
      year,
      is_whole: before?.is_whole ?? false,
      has_settlement: (before?.has_settlement ?? false) || list.has_settlement,
      entries: [...(before?.entries ?? []).filter((one) => !isReplaced(one)), ...added],
    },
    differences: differences.filter(({ subject }) => subject === 'TRADING' || knowsSettlement),
  };
}

/** A year that is known from lists alone: the days ahead are those of the newest list, the others stay as they were. */
function newestList(calendar: Calendar, list: ListedYear, before: ListedYear, today: string): MergedYear {
  const isAhead = ({ date, kind }: ExtraEntry) =>
    date > today && (kind !== 'settlement_closed' || list.has_settlement);
  return {
    listed: {
      ...before,
      has_settlement: before.has_settlement || list.has_settlement,
      entries: [...before.entries.filter((one) => !isAhead(one)), ...list.entries.filter(isAhead)],
    },
    differences: differencesOf(calendar, list, () => false).filter(
      ({ date }) => date <= today || calendar.day(list.exchange, date).source === 'OPERATOR',
    ),
  };
}

/** Of an unknown year only the operator's own entries are known; they stay. */
const operatorDifferences = (calendar: Calendar, list: ListedYear): ListDifference[] =>
  differencesOf(calendar, list, () => false).filter(
    ({ date, subject }) => subject === 'TRADING' && calendar.day(list.exchange, date).source === 'OPERATOR',
  );

/** Weekdays alone: a list of holidays says nothing of sessions on weekends. */
function differencesOf(
  calendar: Calendar,
  list: ListedYear,
  mayFollow: (date: string) => boolean,
): ListDifference[] {
  const { exchange, year, entries, has_settlement } = list;
  const of = (...kinds: string[]) =>
    new Map(entries.filter(({ kind }) => kinds.includes(kind)).map(({ date, reason }) => [date, reason]));
  const [closed, unsettled] = [of('closed'), of('closed', 'settlement_closed')];
  const differences: ListDifference[] = [];
  for (let date = `${year}-01-01`; date <= `${year}-12-31`; date = addDays(date, 1)) {
    if (isWeekendDay(date)) continue;
    const { reason: known, source } = calendar.day(exchange, date);
    const compare = (subject: ListDifference['subject'], holidays: typeof closed, isOpen: boolean) => {
      const listed = !holidays.has(date);
      if (listed === isOpen) return;
      const is_followed = !listed && source !== 'OPERATOR' && mayFollow(date);
      differences.push({ date, subject, listed, is_followed, reason: holidays.get(date) ?? known ?? '' });
    };
    compare('TRADING', closed, calendar.isSession(exchange, date));
    if (has_settlement) compare('SETTLEMENT', unsettled, calendar.isSettlementDay(exchange, date));
  }
  return differences;
}

/** A difference in a sentence. */
export function differenceWords(
  exchange: string,
  { date, subject, listed, is_followed, reason }: ListDifference,
): string {
  const on = dayInWords(date);
  const what = subject === 'TRADING' ? ['a session', 'no session'] : ['settlement', 'no settlement'];
  const [theirs, ours] = listed ? [what[0], what[1]] : [what[1], what[0]];
  const why = reason === '' ? '' : ` (${reason})`;
  return is_followed
    ? `${exchange}’s list has ${theirs} on ${on}${why}, and Munim now goes by it.`
    : `${exchange}’s list has ${theirs} on ${on}, Munim’s calendar has ${ours}${why}. Munim keeps its own; a line in CALENDAR_FILE changes it.`;
}
