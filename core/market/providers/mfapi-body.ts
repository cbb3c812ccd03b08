import * as yup from 'yup';
import { isCalendarDate } from '../../platform/index.ts';
import { type HistoryOutcome, noHistory, type RawClose } from '../history/index.ts';

/** Sixty years of days. */
const MOST_DAYS = 22_000;
const NAV = /^-?\d{1,12}(\.\d{1,12})?$/;
/** How lists say that a fund had no value on a day. */
const NO_NAV = /^(|-|N\.?A\.?)$/i;
const DATE = /^(\d{2})-(\d{2})-(\d{4})$/;

const isin = yup.string().nullable().optional();
const body = yup.object({
  meta: yup
    .object({
      scheme_code: yup
        .mixed<number | string>((value): value is number | string => /^(number|string)$/.test(typeof value))
        .optional(),
      isin_growth: isin,
      isin_div_reinvestment: isin,
    })
    .required(),
  // Thousands of days: they are looked at one by one where they are read.
  data: yup
    .mixed<readonly unknown[]>((value): value is readonly unknown[] => Array.isArray(value))
    .required(),
});

/** Thrown for a body that is not the history of the fund that was asked for. */
export class NotANavHistory extends Error {
  override name = 'NotANavHistory';
}

/**
 * Reads the history of a fund. Its days come newest first; one that comes twice counts as it came first, and days without
 * a value are left out. A history of other ISINs than the fund's is another fund's.
 * @throws NotANavHistory
 */
export function readNavHistory(
  received: unknown,
  wanted: { code: string; isin: string | null; from: string; to: string },
): HistoryOutcome {
  const { meta, data } = validated(received);
  // A scheme that it does not know has an answer with nothing in it.
  if (meta.scheme_code === undefined && data.length === 0) return noHistory('NOT_FOUND');
  if (String(meta.scheme_code) !== wanted.code) throw new NotANavHistory('it is of another scheme');
  const isins = [meta.isin_growth, meta.isin_div_reinvestment].filter((one) => one?.trim());
  if (wanted.isin !== null && isins.length > 0 && !isins.some((one) => one?.trim() === wanted.isin))
    return noHistory('NAV_UNRESOLVED');
  const all = navsOf(data);
  const closes = all.filter(({ day }) => wanted.from <= day && day <= wanted.to);
  const [first, last] = [all[0], all.at(-1)];
  // A value of the last days that is not out yet is no failure.
  const isAhead = last !== undefined && last.day < wanted.from;
  return {
    closes,
    splits: [],
    failure: closes.length === 0 && !isAhead ? 'NO_PRICE' : null,
    ...(first === undefined ? {} : { begins_on: first.day }),
  };
}

function validated(received: unknown): yup.InferType<typeof body> {
  try {
    return body.validateSync(received, { strict: true });
  } catch (error) {
    if (!(error instanceof yup.ValidationError)) throw error;
    throw new NotANavHistory(error.message, { cause: error });
  }
}

/** The values by day, ascending. */
function navsOf(data: readonly unknown[]): RawClose[] {
  if (data.length > MOST_DAYS) throw new NotANavHistory('it has more days than a fund can have');
  const byDay = new Map<string, string>();
  for (const row of data) {
    const { date, nav } = (row ?? {}) as { date?: unknown; nav?: unknown };
    if (typeof date !== 'string' || typeof nav !== 'string')
      throw new NotANavHistory('a day or its value is missing');
    const value = nav.trim().replaceAll(',', '');
    if (NO_NAV.test(value)) continue;
    if (!NAV.test(value)) throw new NotANavHistory('a value is no number');
    const day = dayOf(date);
    if (!byDay.has(day)) byDay.set(day, value);
  }
  return [...byDay]
    .map(([day, close]): RawClose => ({ day, close }))
    .sort((one, other) => (one.day < other.day ? -1 : 1));
}

function dayOf(date: string): string {
  const [, day, month, year] = DATE.exec(date.trim()) ?? [];
  const text = `${year}-${month}-${day}`;
  if (!isCalendarDate(text)) throw new NotANavHistory('a day is no date');
  return text;
}
