import type { HistoryInstrument } from './history-provider.ts';
import { DAY_MS, addDays } from '../../platform/index.ts';

/** Days from the first to the last, both included. */
export interface Span {
  from: string;
  to: string;
}

/** What is known of an instrument's history. */
export interface InstrumentHistory {
  instrument: HistoryInstrument;
  /** The first day of its listing; null where it is not known. */
  listed_on: string | null;
  /** The last day whose close is wanted; null where all to come are. */
  until: string | null;
  stored: { first: string; last: string } | null;
  /** Sessions without a price among the stored days, and those of a move that nothing explains; ascending. */
  holes: readonly Span[];
  /** Questions for older days and for holes, by their first day, and when they were asked. */
  asked: readonly { from_day: string; asked_at: Date }[];
}

/** Days of an instrument to ask a provider for. */
export interface MissingDays extends Span {
  instrument: HistoryInstrument;
  /** The day by which the question is remembered; null for the newest days, which are asked for until they come. */
  rememberAs: string | null;
  /** Where only some of the days are wanted. */
  only: readonly Span[] | null;
  /** Days before the first stored close, or between two. If the provider has none, that is no failure. */
  isRest: boolean;
}

/** What a provider did not have is asked for again after so many days: lists are completed now and then. */
const ASK_AGAIN_DAYS = 30;
/** What is new may be there tomorrow. */
const NEW_DAYS = 7;
const ASK_AGAIN_NEW_DAYS = 0.8;
/** Funds correct a value now and then: with the newest ones, those of so many days before come once more. */
const RESTATED_DAYS = 30;
/** A share's first days may be missing anywhere. */
const NEAR_DAYS = 10;

/**
 * What is missing of the histories of instruments: the sessions since the last stored one, the years before the
 * first, back to the listing or to `earliest`, and the holes between.
 * @param lastSession the last one of an exchange, whose close is final; of a fund the last day with a value.
 */
export function planFetches(
  histories: readonly InstrumentHistory[],
  {
    earliest,
    now,
    lastSession,
  }: { earliest: string; now: Date; lastSession: (exchange: HistoryInstrument['exchange']) => string },
): MissingDays[] {
  return histories.flatMap(({ instrument, listed_on, until, stored, holes, asked }): MissingDays[] => {
    const to = lastSession(instrument.exchange);
    const begin = listed_on !== null && listed_on > earliest ? listed_on : earliest;
    const isAsked = (within: number, fits: (from: string) => boolean) =>
      asked.some(
        ({ from_day, asked_at }) => fits(from_day) && now.getTime() - asked_at.getTime() < within * DAY_MS,
      );
    const isAnswered = isAsked(ASK_AGAIN_DAYS, (from) => from <= addDays(begin, NEAR_DAYS));
    if (stored === null)
      return isAnswered || begin > to
        ? []
        : [{ instrument, from: begin, to, rememberAs: begin, only: null, isRest: false }];
    const wanted: MissingDays[] = [];
    if (!isAnswered && stored.first > addDays(begin, NEAR_DAYS))
      wanted.push({
        instrument,
        from: begin,
        to: addDays(stored.first, -1),
        rememberAs: begin,
        only: null,
        isRest: true,
      });
    const [first, newest] = [holes[0], holes.at(-1)];
    const again =
      newest !== undefined && newest.from > addDays(to, -NEW_DAYS) ? ASK_AGAIN_NEW_DAYS : ASK_AGAIN_DAYS;
    if (first !== undefined && newest !== undefined && !isAsked(again, (from) => from === newest.from))
      wanted.push({
        instrument,
        from: first.from,
        to: newest.to,
        rememberAs: newest.from,
        only: holes,
        isRest: true,
      });
    if (stored.last < (until === null || until > to ? to : until))
      wanted.push({
        instrument,
        from: addDays(stored.last, instrument.exchange === null ? 1 - RESTATED_DAYS : 1),
        to,
        rememberAs: null,
        only: null,
        isRest: false,
      });
    return wanted;
  });
}
