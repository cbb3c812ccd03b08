import { CLOSES, later, numberOf, weekdayOf } from './days.ts';
import { ivAt, skewOf, spotAt, type Underlying, UNDERLYINGS, type Valued, valueOf } from './market.ts';

export interface Contract {
  symbol: string;
  instrument: 'CE' | 'PE';
  strike: number;
  expiry: string;
}

const TUESDAY = 2;
const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');
const WEEKLY_MONTHS = '123456789OND';
const MINUTES_A_YEAR = 365 * 24 * 60;

/** The first Tuesday that is at least so many days away. The sample knows no holidays. */
export function expiryAfter(day: string, days: number): string {
  const from = later(day, days);
  return later(from, (TUESDAY - weekdayOf(from) + 7) % 7);
}

const isLastOfMonth = (expiry: string): boolean => later(expiry, 7).slice(0, 7) !== expiry.slice(0, 7);

export function contractOf(
  underlying: Underlying,
  { instrument, strike, expiry }: Omit<Contract, 'symbol'>,
): Contract {
  const [year, month] = [expiry.slice(2, 4), Number(expiry.slice(5, 7)) - 1];
  // Brokers name the last expiry of a month by its month, the others by their day.
  const date = isLastOfMonth(expiry)
    ? (MONTHS[month] ?? '')
    : `${WEEKLY_MONTHS[month] ?? ''}${expiry.slice(8)}`;
  return { symbol: `${underlying}${year}${date}${strike}${instrument}`, instrument, strike, expiry };
}

/** The strike that is so many percent away from a price. */
export function strikeNear(underlying: Underlying, spot: number, percent: number): number {
  const { step } = UNDERLYINGS[underlying];
  return Math.round((spot * (1 + percent / 100)) / step) * step;
}

/** What an option is worth at a minute, by the made-up market. Prices move by 5 paise and are never 0. */
export function optionAt(underlying: Underlying, contract: Contract, day: string, minute: number): Valued {
  const { instrument, strike, expiry } = contract;
  const spot = spotAt(underlying, day, minute);
  const minutes = (numberOf(expiry) - numberOf(day)) * 24 * 60 + CLOSES - minute;
  const away = (strike / spot - 1) * 100;
  // Puts are dearer than calls: the skew of the day, spread over the strikes.
  const iv = Math.max(6, ivAt(underlying, day, minute) - (away * skewOf(underlying, day)) / 4);
  const valued = valueOf(instrument, { spot, strike, years: Math.max(minutes, 1) / MINUTES_A_YEAR, iv });
  return { ...valued, price: Math.max(0.05, Math.round(valued.price * 20) / 20) };
}
