import type { Calendar } from '../../../market/calendar/index.ts';
import type { FilePrice } from '../../../market/history/index.ts';
import { addDays, istDate, OutsideError } from '../../../platform/index.ts';
import {
  type Acquired,
  type Documents,
  type EvidenceDocument,
  type EvidenceRequest,
  MalformedDocument,
  type ResearchSubject,
  sourceFailure,
} from '../../port/index.ts';
import { NAME, published } from './day-figure.ts';
import { bhavcopyOf, bhavcopyPaths, dayDocument, priceOf } from './day-files.ts';
import { type DayClose, yearBefore } from './technicals.ts';

/** Sessions before the day a year ago, in case the share did not trade on it. */
const SPARE_DAYS = 12;
/** One public file that is broken can be a slip; that many are another thing. */
const MOST_BROKEN = 3;

/** Everything of the archive's price files that a run reads, in one pass. */
export interface Closes {
  of: Map<ResearchSubject, DayClose[]>;
  missing: string[];
  documents: EvidenceDocument[];
}

/** The sessions of the last year whose files were out by `as_of`, newest first. */
export function sessionsOf(calendar: Calendar, as_of: string): string[] {
  const today = istDate(new Date(as_of));
  const last = published(today) <= as_of ? today : addDays(today, -1);
  return calendar.sessionsBetween('NSE', addDays(yearBefore(last), -SPARE_DAYS), last).toReversed();
}

/**
 * The closes of the subject and its peers on those days, given newest first. What fails goes into `found`: a server that is
 * down is not asked for the other files as well, but what is kept of them is read. In a run that looks back, a file that is
 * not kept is a missing day and no outage, unless there is no other.
 */
export async function readCloses(
  days: readonly string[],
  { subject, peers = [], signal, mode }: EvidenceRequest,
  documents: Documents,
  found: Acquired,
): Promise<Closes> {
  const all = [subject, ...peers];
  const closes: Closes = { of: new Map(all.map((one) => [one, []])), missing: [], documents: [] };
  let broken = 0;
  let isKeptOnly = false;
  const outages: Acquired['failures'] = [];
  for (const day of days) {
    try {
      const document = await dayDocument(documents, bhavcopyPaths(day), signal, isKeptOnly);
      if (document === null) {
        closes.missing.push(day);
        continue;
      }
      const prices = bhavcopyOf(document, day);
      closes.documents.push(document);
      let others: FilePrice[] | null = null;
      for (const one of all) {
        let price = priceOf(prices, one);
        // A file that somebody imported may be of other companies alone; the day's other file may have this one.
        if (price === null && document.origin === 'FILE') {
          others ??= await otherPrices(day, documents, signal);
          price = priceOf(others, one);
        }
        if (price !== null) closes.of.get(one)?.unshift({ day, close: price.close });
      }
    } catch (error) {
      signal?.throwIfAborted();
      broken += 1;
      const isLost = error instanceof OutsideError || !(error instanceof MalformedDocument);
      if (isLost) outages.push(sourceFailure(NAME, error));
      else if (broken === 1) found.failures.push(sourceFailure(NAME, error));
      closes.missing.push(day);
      isKeptOnly ||= isLost || broken > MOST_BROKEN;
    }
  }
  if (mode === 'CURRENT' || closes.documents.length === 0) found.failures.push(...outages.slice(0, 1));
  return closes;
}

/** The prices of a session in the less full of its two files, where that is kept. */
async function otherPrices(
  day: string,
  documents: Documents,
  signal: AbortSignal | undefined,
): Promise<FilePrice[]> {
  const document = await dayDocument(documents, bhavcopyPaths(day).slice(1), signal, true);
  try {
    return document === null ? [] : bhavcopyOf(document, day);
  } catch (error) {
    if (error instanceof MalformedDocument) return [];
    throw error;
  }
}
