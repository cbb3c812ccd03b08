import { type Decimal, isWithinBound, toScale } from '../../platform/index.ts';
import type { FlexAssetClass, FlexExclusion, FlexProblem } from './flex-entry.ts';

const PLAIN = /^[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d*)?$/;
const EXPONENT = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)e[+-]?\d{1,3}$/i;
const LONGEST = 64;
/** What the broker writes where there is no value. */
const BLANK = /^(?:-+|n\/a)?$/i;

/** The exact number that a value is, rounded to 10 decimals half to even; null where it is none. */
export function flexNumber(text: string): Decimal | null {
  if (text.length > LONGEST || !/\d/.test(text)) return null;
  if (!PLAIN.test(text) && !EXPONENT.test(text)) return null;
  const number = toScale(text.replaceAll(',', '').replace(/^\+/, ''));
  return isWithinBound(number) ? number : null;
}

export interface FlexTime {
  /** YYYY-MM-DD, by the account's clock. */
  day: string;
  /** Hour of the day; null where only the day is given. */
  hour: number | null;
  /** HH:MM:SS; null where only the day is given, and at midnight, which stands for that. */
  time: string | null;
}

// What the settings of a query can make of a date, but for those that leave open which number is the month.
const DATE =
  /^(\d{4})(-?)(\d{2})\2(\d{2})(?:(?:[;,T] ?| |)(\d{2}):?(\d{2})(?::?(\d{2}))?(?: ?[A-Z]{2,5})?)?$/;
const NAMED =
  /^(\d{2})-([A-Z]{3})-(\d{2})(?:[;,] ?| )?(?:(\d{2}):?(\d{2})(?::?(\d{2}))?(?: ?[A-Z]{2,5})?)?$/i;
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/** The day and hour that a value names; null where it is no date, or one of several. */
export function flexTime(text: string): FlexTime | null {
  if (text.length > LONGEST) return null;
  const named = NAMED.exec(text);
  const found = named === null ? DATE.exec(text) : null;
  if (named === null && found === null) return null;
  const [year, month, date, hour, minute, second] =
    named === null
      ? [found?.[1], found?.[3], found?.[4], found?.[5], found?.[6], found?.[7]]
      : [
          `20${named[3]}`,
          String(MONTHS.indexOf((named[2] ?? '').toUpperCase()) + 1).padStart(2, '0'),
          named[1],
          ...named.slice(4),
        ];
  const day = `${year}-${month}-${date}`;
  const at = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(day)) return null;
  if (day < '1970-01-01' || day > '2200-12-31' || Number(hour ?? 0) > 23) return null;
  if (hour === undefined) return { day, hour: null, time: null };
  const time = `${hour}:${minute}:${second ?? '00'}`;
  return { day, hour: Number(hour), time: time > '00:00:00' && time < '24' && isClock(time) ? time : null };
}

const isClock = (time: string): boolean => /^\d\d:[0-5]\d:[0-5]\d$/.test(time);

/** The attributes of one row, and everything that is wrong with them. */
export class FlexFields {
  readonly problems: FlexProblem[] = [];
  /** What could not be read, as it stands there. */
  readonly found: Record<string, string> = {};
  readonly #attributes: Readonly<Record<string, string>>;

  constructor(attributes: Readonly<Record<string, string>>) {
    this.#attributes = attributes;
  }

  /** The first of these attributes that has a value; '' where none has. */
  text(...names: string[]): string {
    for (const name of names) {
      const value = this.#attributes[name]?.trim() ?? '';
      if (!BLANK.test(value)) return value;
    }
    return '';
  }

  /** A number, null where it is absent or unreadable; the latter, and the former if it is `required`, is a problem. */
  number(field: string, names: string[], { required = false } = {}): Decimal | null {
    const text = this.text(...names);
    if (text === '') {
      if (required) this.problem(field, `is missing. Add ${names[0]} to the Flex query.`);
      return null;
    }
    const number = flexNumber(text);
    if (number !== null) return number;
    this.found[field] = text.slice(0, LONGEST);
    this.problem(field, `${quoted(text)} is not a number.`);
    return null;
  }

  /** The time of the first of these attributes that has one. Null is a problem. */
  time(field: string, names: string[]): FlexTime | null {
    const text = this.text(...names);
    if (text === '') {
      this.problem(field, `is missing. Add ${names[0]} to the Flex query.`);
      return null;
    }
    const time = flexTime(text);
    if (time !== null) return time;
    this.found[field] = text.slice(0, LONGEST);
    this.problem(
      field,
      `${quoted(text)} is not a date. Set the date format of the Flex query to yyyy-MM-dd.`,
    );
    return null;
  }

  /** The first of these numbers that the row has; one that a spreadsheet has cut short tells no two apart. */
  id(...names: string[]): string {
    const text = this.text(...names);
    if (!/^\d(?:\.\d+)?e\+\d+$/i.test(text)) return text;
    this.problem(
      'execution_id',
      `${quoted(text)} was shortened by a spreadsheet. Download the Flex query again, and import it unopened.`,
    );
    return '';
  }

  currency(): string {
    const text = this.text('currency').toUpperCase();
    if (/^[A-Z]{3}$/.test(text)) return text;
    if (text === '') this.problem('currency', 'is missing. Add currency to the Flex query.');
    else {
      this.found['currency'] = text.slice(0, LONGEST);
      this.problem('currency', `${quoted(text)} is not a currency code.`);
    }
    return '';
  }

  problem(field: string, message: string): void {
    this.problems.push({ field, message });
  }
}

/** What a row is about. */
interface FlexInstrument {
  symbol: string;
  name: string | null;
  isin: string | null;
  security_id: string | null;
  asset_class: FlexAssetClass;
}

/** Reads what a row is about; a problem where it names nothing. `currency` helps to tell Indian shares. */
export function instrumentOf(fields: FlexFields, currency: string): FlexInstrument {
  const symbol = fields.text('symbol').toUpperCase().replace(/\s+/g, '.');
  const isin = isinOf(fields);
  const security_id = fields.text('conid') || null;
  if (symbol === '' && isin === null && security_id === null)
    fields.problem('symbol', 'is missing. Add symbol to the Flex query.');
  return {
    symbol,
    isin,
    security_id,
    name: fields.text('description').slice(0, 200) || null,
    asset_class: assetClass(fields, isin, currency),
  };
}

function isinOf(fields: FlexFields): string | null {
  const stated = fields.text('isin').toUpperCase();
  const code =
    stated === '' && fields.text('securityIDType').toUpperCase() === 'ISIN'
      ? fields.text('securityID').toUpperCase()
      : stated;
  return /^[A-Z]{2}[A-Z0-9]{9}\d$/.test(code) ? code : null;
}

/** Shares of any country but India count as US Equity, the class of foreign shares. */
function assetClass(fields: FlexFields, isin: string | null, currency: string): FlexAssetClass {
  if (fields.text('assetCategory').toUpperCase() === 'FUND') return 'Mutual Fund';
  if (fields.text('subCategory').toUpperCase() === 'ETF') return 'ETF';
  return (isin?.startsWith('IN') ?? currency === 'INR') ? 'Indian Equity' : 'US Equity';
}

const OPTIONS = new Set(['OPT', 'FOP', 'FSOPT', 'FSFOP', 'IOPT', 'WAR']);
const DERIVATIVES = new Set(['FUT', 'CFD', 'SWP', 'SSF']);

/** Why a row of this asset category is not kept; null for shares and funds, and where none is given. */
export function excludedCategory(fields: FlexFields): { reason: FlexExclusion; message: string } | null {
  const category = fields.text('assetCategory').toUpperCase();
  if (category === '' || category === 'STK' || category === 'FUND') return null;
  const named = quoted(category);
  if (OPTIONS.has(category))
    return {
      reason: 'OPTION',
      message: `An option or warrant (${named}). Only shares and funds are imported.`,
    };
  if (DERIVATIVES.has(category))
    return { reason: 'DERIVATIVE', message: `A derivative (${named}). Only shares and funds are imported.` };
  if (category === 'CASH')
    return { reason: 'CURRENCY_TRADE', message: 'A currency exchange, not a share trade.' };
  if (category === 'BOND' || category === 'BILL')
    return {
      reason: 'UNKNOWN_KIND',
      message: 'A bond, priced in percent of face value. Enter it manually.',
    };
  return {
    reason: 'UNKNOWN_KIND',
    message: `Asset category ${named} is not supported. Only shares and funds are imported.`,
  };
}

/** A value of the document as a message quotes it. */
export function quoted(text: string): string {
  return `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`;
}

/** A row as people find it again: `Trade 2268125234 of ESV`. */
export function nameOf(kind: string, fields: FlexFields, ...ids: string[]): string {
  const id = fields.text(...ids);
  const symbol = fields.text('symbol', 'isin', 'conid');
  return `${kind}${id === '' ? '' : ` ${id}`}${symbol === '' ? '' : ` of ${symbol}`}`.slice(0, 120);
}
