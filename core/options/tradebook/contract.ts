import { dayInWords, addDays, daysApart, isCalendarDate } from '../../platform/index.ts';
import type { Instrument } from '../records/index.ts';

/** What was traded: a future, or an option by its strike. */
export interface Contract {
  /** As the tradebook calls it. */
  symbol: string;
  underlying: string;
  instrument: Instrument;
  /** YYYY-MM-DD */
  expiry: string;
  /** Rupees; null for a future. */
  strike: number | null;
}

/** The day on which the contracts of a month expire; null where nobody can tell from the month alone. */
export type MonthlyExpiry = (underlying: string, month: string) => string | null;

type ReadContract = { contract: Contract } | { unknown: string };

const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');
/** January to December as weekly options write them. */
const WEEKLY_MONTHS = '123456789OND';
const MONTHLY = new RegExp(`^(.+?)(\\d{2})(${MONTHS.join('|')})(?:(\\d+(?:\\.\\d+)?)(CE|PE)|FUT)$`);
const WEEKLY_END = /^(\d{2})([1-9OND])(\d{2})(\d+(?:\.\d+)?)(CE|PE)$/;
const UNDERLYING = /^[A-Z][A-Z0-9&-]{0,29}$/;
/** The longest that a contract is listed before it expires. */
const LONGEST_DAYS = 5 * 366;

interface Candidate {
  underlying: string;
  instrument: Instrument;
  strike: number | null;
  /** The day of a weekly contract; the month of a monthly one. */
  expires: { day: string } | { month: string };
}

/** Whether a word looks like a contract: a share or a fund does not. */
export function looksLikeContract(symbol: string): boolean {
  return candidatesOf(symbol).length > 0;
}

/**
 * Reads a symbol as Zerodha writes it: NIFTY2560524750PE (weekly: year, month as 1–9, O, N or D, day), NIFTY25JUN24750PE
 * (monthly) and NIFTY25JUNFUT.
 * @param given the day of expiry as the file has it, which comes before what the symbol says; null where it has none
 * @param tradedOn YYYY-MM-DD; a contract expires on this day or later
 */
export function contractOfSymbol(
  symbol: string,
  {
    given,
    tradedOn,
    monthlyExpiry,
  }: { given: string | null; tradedOn: string; monthlyExpiry: MonthlyExpiry },
): ReadContract {
  const candidates = candidatesOf(symbol);
  if (candidates.length === 0) return { unknown: `${symbol} is not the symbol of a future or an option.` };
  const contract = ({ underlying, instrument, strike }: Candidate, expiry: string): ReadContract => ({
    contract: { symbol, underlying, instrument, expiry, strike },
  });
  if (given !== null) {
    // Readings of one symbol lie years apart; an expiry that was moved lies a few days from what its symbol says.
    const [found] = candidates
      .map((one) => ({ one, away: daysApart(dayOf(one), given) }))
      .toSorted((one, other) => one.away - other.away);
    return found === undefined ? { unknown: ambiguous(symbol) } : contract(found.one, given);
  }
  const dated = candidates.flatMap((one) => {
    const expiry = 'day' in one.expires ? one.expires.day : monthlyExpiry(one.underlying, one.expires.month);
    return expiry === null ? [] : [{ one, expiry }];
  });
  if (dated.length === 0)
    return { unknown: `The expiry date of ${symbol} is unknown. Add a column expiry_date to the file.` };
  const possible = dated.filter(
    ({ expiry }) => tradedOn <= expiry && expiry <= addDays(tradedOn, LONGEST_DAYS),
  );
  const [found, other] = possible;
  if (found === undefined)
    return { unknown: `${symbol} had expired, or was not listed yet, on ${dayInWords(tradedOn)}.` };
  return other === undefined ? contract(found.one, found.expiry) : { unknown: ambiguous(symbol) };
}

/** About when it expires: a monthly contract late in its month. */
const dayOf = ({ expires }: Candidate): string => ('day' in expires ? expires.day : `${expires.month}-28`);

const ambiguous = (symbol: string): string =>
  `${symbol} can be read in more than one way. Add a column expiry_date to the file.`;

function candidatesOf(symbol: string): Candidate[] {
  const monthly = MONTHLY.exec(symbol);
  if (monthly !== null) {
    const [, underlying = '', year = '', name = '', strike, type] = monthly;
    if (!UNDERLYING.test(underlying)) return [];
    const month = `20${year}-${String(MONTHS.indexOf(name) + 1).padStart(2, '0')}`;
    return [optionOrFuture(underlying, { strike, type, expires: { month } })];
  }
  const found: Candidate[] = [];
  for (let at = 1; at < symbol.length; at += 1) {
    const underlying = symbol.slice(0, at);
    const rest = WEEKLY_END.exec(symbol.slice(at));
    if (rest === null || !UNDERLYING.test(underlying)) continue;
    const [, year = '', letter = '', date = '', strike, type] = rest;
    const day = `20${year}-${String(WEEKLY_MONTHS.indexOf(letter) + 1).padStart(2, '0')}-${date}`;
    if (isCalendarDate(day) && Number(strike) > 0)
      found.push(optionOrFuture(underlying, { strike, type, expires: { day } }));
  }
  return found;
}

function optionOrFuture(
  underlying: string,
  {
    strike,
    type,
    expires,
  }: { strike: string | undefined; type: string | undefined; expires: Candidate['expires'] },
): Candidate {
  return strike === undefined
    ? { underlying, instrument: 'FUT', strike: null, expires }
    : { underlying, instrument: type === 'CE' ? 'CE' : 'PE', strike: Number(strike), expires };
}
