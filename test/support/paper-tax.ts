import type { AppliedAction } from '../../core/portfolio/positions/applied-action.ts';
import type { LedgerTransaction } from '../../core/portfolio/ledger/transaction.ts';
import { keepBooks } from './ledger-oracle.ts';
import type { Departure, Slip } from './paper-slips.ts';
import { Rational, sumOf } from './rational.ts';

const ZERO = Rational.ZERO;
const OLD_EVENING = '2018-01-31';
/** Purchase dates from which another law applies. An unknown purchase date is tried with each of them. */
const FIRST_DAYS = ['1985-01-01', OLD_EVENING, '2023-03-31', '2023-04-01'];

/** Kind of a security by law, in the words of this desk. */
export type PaperKind =
  | 'equity'
  | 'trust'
  | 'debt fund'
  | 'debt etf'
  | 'other fund'
  | 'other etf'
  | 'bond'
  | 'unlisted'
  | 'foreign'
  | 'commodity'
  | null;

export interface PaperSecurity {
  kind: PaperKind;
  /** Months until long-term in the totals of the report. */
  months: 12 | 36;
  /** Traded against delivery in India. */
  isIntraday: boolean;
  currency: 'INR' | 'USD';
}

/** The law on one sale. */
export interface PaperRule {
  country: 'IN' | 'US';
  /** Class of the security, and the first day of sale that it covers. */
  of: string;
  since: string;
  isLong: boolean;
  section: string;
  rate: number | null;
  is112a: boolean;
}

/** One line of the year's sales. */
export interface PaperLine {
  slip: Slip;
  portfolio: string;
  symbol: string;
  bought: string;
  sold: string;
  units: Rational;
  cost: Rational | null;
  proceeds: Rational;
  charge: Rational;
  /** Null for intraday sales and for an unknown purchase date. */
  term: 'SHORT' | 'LONG' | null;
  isIntraday: boolean;
  isCancelled: boolean;
  isBonus: boolean;
  /** Value of 31 January 2018; null where it does not count. */
  fmv: Rational | null;
  /** True if that value counts but is unknown. */
  isFmvMissing: boolean;
  /** Cost under 112A. */
  lawCost: Rational | null;
  rules: PaperRule[];
  /** Possible rules where an unknown purchase date decides. */
  possible: PaperRule[];
}

export interface PaperYear {
  lines: PaperLine[];
  held: { symbol: string; portfolio: string; slip: Slip }[];
  /** Units sold that were not there. */
  missing: {
    units: Rational;
    proceeds: Rational;
    portfolio: string;
    symbol: string;
    day: string;
    possible: PaperRule[];
  }[];
}

export interface PaperBook {
  portfolio: string;
  rows: readonly LedgerTransaction[];
  actions: readonly AppliedAction[];
}

/** The year's sales, slip by slip. */
export function paperYear(
  books: readonly PaperBook[],
  span: { from: string; to: string },
  securityOf: (symbol: string, portfolio: string) => PaperSecurity,
  oldPrice: (symbol: string) => Rational | null,
): PaperYear {
  const year: PaperYear = { lines: [], held: [], missing: [] };
  for (const { portfolio, rows, actions } of books)
    for (const [symbol, account] of keepBooks(rows, actions, span.to)) {
      const security = securityOf(symbol, portfolio);
      const isWithin = ({ day }: { day: string }) => day >= span.from && day <= span.to;
      for (const one of account.departures.filter(isWithin))
        year.lines.push(lineOf({ symbol, portfolio }, one, security, oldPrice));
      for (const one of account.missing.filter(isWithin))
        year.missing.push({ ...one, portfolio, symbol, possible: everyLaw(security, one.day, one.day) });
      for (const slip of account.open) year.held.push({ symbol, portfolio, slip });
    }
  return year;
}

function lineOf(
  of: { symbol: string; portfolio: string },
  one: Departure,
  security: PaperSecurity,
  oldPrice: (symbol: string) => Rational | null,
): PaperLine {
  const { slip, day, units, cost, amount, charge, old } = one;
  const isIntraday = one.isIntraday && security.isIntraday;
  const isLong = day > monthsLater(slip.acquired, security.months);
  const isOpen = cost === null && slip.isOpening;
  const laws = isOpen ? everyLaw(security, slip.acquired, day) : lawsOf(security, slip.acquired, day);
  const isSure = ({ country }: PaperRule) => laws.filter((law) => law.country === country).length === 1;
  const rules = isIntraday ? [] : laws.filter(isSure);
  const isOld = cost !== null && slip.acquired <= OLD_EVENING && rules.some(({ is112a }) => is112a);
  const price = isOld && old !== null && !old.isUnknown ? oldPrice(old.symbol) : null;
  const fmv = price === null || old === null ? null : units.over(old.ratio).times(price);
  return {
    ...of,
    slip,
    bought: slip.acquired,
    sold: day,
    units,
    cost,
    proceeds: amount.minus(charge),
    charge,
    term: isIntraday || (isOpen && !isLong) ? null : isLong ? 'LONG' : 'SHORT',
    isIntraday,
    isCancelled: one.isCancelled,
    isBonus: slip.isBonus,
    fmv,
    isFmvMissing: isOld && fmv === null,
    possible: laws.filter((law) => !isSure(law)),
    lawCost: cost === null || !isOld ? cost : fmv === null ? null : costOfOld(units, cost, fmv, amount),
    rules,
  };
}

/** Unit by unit: the higher of what was paid, and the lower of the value of that day and of the sale. */
function costOfOld(units: Rational, cost: Rational, fmv: Rational, amount: Rational): Rational {
  const [paid, value, sale] = [cost.over(units), fmv.over(units), amount.over(units)];
  const lower = value.isBelow(sale) ? value : sale;
  return (paid.isBelow(lower) ? lower : paid).times(units);
}

/** All rules that may apply to units held on a day, whatever their purchase date. */
function everyLaw(security: PaperSecurity, heldOn: string, sold: string): PaperRule[] {
  const days = [heldOn, ...FIRST_DAYS.filter((day) => day < heldOn)];
  const laws = days.flatMap((day) => lawsOf(security, day, sold));
  return [...new Map(laws.map((law) => [nameOf(law), law])).values()];
}

export const nameOf = ({ country, of, since, isLong, section, rate }: PaperRule): string =>
  [country, of, since, isLong ? 'LONG' : 'SHORT', section, rate].join();

/** The law of a sale by an Indian resident, as the Acts have it on the day of the sale; of the United States for dollars. */
export function lawsOf({ kind, currency }: PaperSecurity, bought: string, sold: string): PaperRule[] {
  const rules = kind === null ? [] : lawOfIndia(kind, bought, sold);
  if (kind !== 'foreign' || currency !== 'USD') return rules;
  const isLong = sold > monthsLater(bought, 12);
  const section = isLong ? 'IRC 1222(3)' : 'IRC 1222(1)';
  return [
    ...rules,
    { country: 'US', of: 'US_SHARE', since: '1998-01-01', isLong, section, rate: null, is112a: false },
  ];
}

/** Sections 111A and 10(38) hold for units of business trusts since then. */
const FIRST_TRUSTS = '2014-10-01';

function lawOfIndia(kind: NonNullable<PaperKind>, bought: string, sold: string): PaperRule[] {
  const period = ['2026-04-01', '2024-07-23', '2018-04-01', '2008-04-01', '2004-10-01'].find(
    (day) => sold >= day,
  );
  if (period === undefined) return [];
  const isNewAct = sold >= '2026-04-01';
  const isOneRate = sold >= '2024-07-23';
  const after = (months: number) => sold > monthsLater(bought, months);
  const says = (
    of: string,
    isLong: boolean,
    section: string,
    rate: number | null,
    since = period,
  ): PaperRule[] => [
    { country: 'IN', of, since, isLong, section, rate, is112a: section === '112A' || section === '198' },
  ];
  if (kind === 'equity' || (kind === 'trust' && sold >= FIRST_TRUSTS)) {
    const of = kind === 'trust' ? 'BUSINESS_TRUST' : 'LISTED_EQUITY';
    const since = kind === 'trust' && period < FIRST_TRUSTS ? FIRST_TRUSTS : period;
    if (!after(kind === 'trust' && !isOneRate ? 36 : 12)) {
      const rate = sold < '2008-04-01' ? 10 : isOneRate ? 20 : 15;
      return says(of, false, isNewAct ? '196' : '111A', rate, since);
    }
    if (sold < '2018-04-01') return says(of, true, '10(38)', 0, since);
    return says(of, true, isNewAct ? '198' : '112A', isOneRate ? 12.5 : 10);
  }
  if (sold < '2018-04-01') return [];
  const slab = (of: string, since = period) => says(of, false, 'slab rates', null, since);
  const flat = (of: string, since = period) => says(of, true, isNewAct ? '197' : '112', 12.5, since);
  const indexed = (of: string) => says(of, true, '112', 20);
  const isSpecified = bought >= '2023-04-01';
  const usual = (of: string, months: number) =>
    after(months) ? (isOneRate ? flat(of) : indexed(of)) : slab(of);
  switch (kind) {
    case 'debt fund':
    case 'debt etf':
      if (!isSpecified)
        return kind === 'debt etf'
          ? usual('DEBT_ETF_OLD', isOneRate ? 12 : 36)
          : usual('DEBT_FUND_OLD', isOneRate ? 24 : 36);
      return isNewAct
        ? says('DEBT_FUND_76', false, '76', null)
        : says('DEBT_FUND_50AA', false, '50AA', null, '2023-04-01');
    case 'other fund':
    case 'other etf': {
      const of = kind === 'other etf' ? 'OTHER_ETF' : 'OTHER_FUND';
      const months = kind === 'other etf' ? 12 : 24;
      if (!isSpecified) return usual(`${of}_OLD`, isOneRate ? months : 36);
      // The first wording took every fund with less than 35% in Indian shares, until March 2025.
      if (sold < '2025-04-01') return says('OTHER_FUND_50AA', false, '50AA', null, '2023-04-01');
      const since = isNewAct ? period : '2025-04-01';
      return after(months) ? flat(of, since) : slab(of, since);
    }
    case 'bond':
      if (!after(12)) return slab('BOND');
      return isOneRate ? flat('BOND') : says('BOND', true, '112', 10);
    case 'unlisted':
      return usual('UNLISTED_SHARE', 24);
    case 'foreign':
      return usual('FOREIGN_SHARE', 24);
    case 'trust':
      return [];
    case 'commodity':
      return usual('COMMODITY', isOneRate ? 24 : 36);
  }
}

/** Adds months to a date; the last day of a shorter month. */
export function monthsLater(day: string, months: number): string {
  const [year = 0, month = 0, of = 0] = day.split('-').map(Number);
  const count = month - 1 + months;
  const [then, place] = [year + Math.floor(count / 12), (count % 12) + 1];
  const isLeap = (then % 4 === 0 && then % 100 !== 0) || then % 400 === 0;
  const longest = place === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(place) ? 30 : 31;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${then}-${two(place)}-${two(Math.min(of, longest))}`;
}

/** One free amount a year for all gains of 112A: those of the highest rate first. @returns what each rate pays, in rupees. */
export function taxOf112a(gains: ReadonlyMap<number, Rational>, from: string): Map<number, Rational> {
  let free = Rational.of(from < '2018-04-01' ? '0' : from < '2024-04-01' ? '100000' : '125000');
  const taxes = new Map<number, Rational>();
  for (const [rate, gain] of [...gains].sort(([a], [b]) => b - a)) {
    const own = gain.sign < 0 ? ZERO : gain;
    const used = own.isBelow(free) ? own : free;
    free = free.minus(used);
    taxes.set(
      rate,
      own
        .minus(used)
        .times(Rational.of(String(rate)))
        .over(Rational.of('100')),
    );
  }
  return taxes;
}

export const totalOf = (lines: readonly PaperLine[], of: (line: PaperLine) => Rational | null): Rational =>
  sumOf(lines.map((line) => of(line) ?? ZERO));
