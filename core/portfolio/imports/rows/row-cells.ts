import {
  currencyOfSign,
  type DateProblem,
  Decimal,
  isWithinBound,
  type NumberProblem,
  parseDate,
  parseNumber,
  parseSum,
  parseTime,
  toScale,
} from '../../../platform/index.ts';
import type { FieldOf, UnitField } from './fields.ts';
import { OWN_TYPES, type OwnType, PLUS, type RawRow, type ReadingContext, type RowIssue } from './rows.ts';
import {
  assetClassOf,
  assetClassOfIsin,
  ASSET_CLASSES,
  type AssetClass,
  isIsin,
} from '../../../market/instruments/index.ts';
import { liesAhead } from '../../../market/calendar/index.ts';

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));
/** What exports write into a cell that has no value. */
const BLANKS = new Set(['-', '--', 'na', 'n/a', '#n/a', 'null', 'none', 'nan', 'nil']);

/** Bounds of a number: `least` and `most` are inclusive, and compared exactly where they are 0. */
interface NumberRule {
  required?: boolean;
  least?: number;
  most?: number;
  percent?: boolean;
}

/** Reads the cells of one row and collects an issue for each that cannot be read. */
export class RowCells {
  readonly issues: RowIssue[] = [];
  /** Set by {@link currency} where neither the row nor the file tells it. */
  isCurrencyAssumed = false;
  readonly row: number;
  private readonly raw: RawRow;
  private readonly context: ReadingContext;
  private readonly overridden: ReadonlySet<string> | null;

  /** `overridden` fields were typed by a person afterwards: they are read in our own notation, not the file's. */
  constructor(row: number, raw: RawRow, context: ReadingContext, overridden: ReadonlySet<string> | null) {
    this.row = row;
    this.raw = raw;
    this.context = context;
    this.overridden = overridden;
  }

  issue(field: string, message: string): null {
    const { where } = this.raw;
    this.issues.push({
      row: this.row,
      field,
      message: where === undefined ? message : `${message} (${where})`,
    });
    return null;
  }

  hasIssue(field: string): boolean {
    return this.issues.some((issue) => issue.field === field);
  }

  /** The cell without outer space; null when blank. */
  value(field: FieldOf): string | null {
    const text = this.raw.fields[field];
    if (text === undefined) return null;
    const value = text.trim();
    return value === '' ? null : value;
  }

  /** Like {@link value}, where a dash or N/A is blank too. */
  private filled(field: FieldOf): string | null {
    const value = this.value(field);
    return value !== null && value.length < 5 && BLANKS.has(value.toLowerCase()) ? null : value;
  }

  /** Whether a person has put a value in place of the file's. */
  isOverridden(field: FieldOf): boolean {
    return this.overridden?.has(field) ?? false;
  }

  /** CASH_IN, CASH_OUT, TRANSFER_IN or TRANSFER_OUT as our own files write them, where the file is one; else null. */
  ownType(word: string): OwnType | null {
    return this.context.is_own ? (OWN_TYPES.find((type) => type === word) ?? null) : null;
  }

  /** Whether this file marks sales with a negative quantity; never assumed of a quantity typed by a person. */
  sellsAreSigned(): boolean {
    return this.context.signed_sells && !this.isOverridden('quantity');
  }

  text(field: FieldOf, most: number): string | null {
    const value = this.value(field);
    if (value !== null && value.length > most) return this.tooLong(field, value.length, most);
    return value;
  }

  /** Text kept to the letter, outer space included. */
  verbatim(field: FieldOf, most: number): string | null {
    const value = this.raw.fields[field];
    if (value === undefined || value === '') return null;
    return value.length > most ? this.tooLong(field, value.length, most) : value;
  }

  number(field: FieldOf, rule: NumberRule): string | null {
    let text = this.filled(field);
    if (text === null)
      // What only a person can tell has been asked for already.
      return rule.required && !this.hasIssue(field) ? this.issue(field, 'is missing. Enter a number.') : null;
    if (rule.percent && text.endsWith('%')) text = text.slice(0, -1).trimEnd();
    const mark = this.isOverridden(field) ? '.' : this.context.decimal_mark;
    const parsed = text.includes(PLUS) ? parseSum(text.split(PLUS), mark) : parseNumber(text, mark);
    if ('problem' in parsed) return this.issue(field, numberMessage(text, parsed.problem));
    const { least, most } = rule;
    const tooSmall =
      least === 0 ? parsed.value.startsWith('-') : least !== undefined && Number(parsed.value) < least;
    if (tooSmall || (most !== undefined && Number(parsed.value) > most)) {
      const range = most === undefined ? `${least} or more` : `between ${least} and ${most}`;
      return this.issue(field, `is ${shown(text)}. It must be ${range}.`);
    }
    return parsed.value;
  }

  /**
   * A price per unit; where the file gives the amount of all units, that amount over the quantity, to ten decimals. A
   * price beside it is passed over: brokers round it, and the money is what moved.
   */
  perUnit(field: UnitField, quantity: string | null, rule: NumberRule): string | null {
    const text = this.raw.totals?.[field];
    if (text === undefined || text.trim() === '' || this.isOverridden(field)) return this.number(field, rule);
    const total = parseNumber(text.trim(), this.context.decimal_mark);
    if ('problem' in total) return this.issue(field, `comes from ${numberMessage(text, total.problem)}`);
    if (quantity === null) return null;
    const units = new Decimal(quantity);
    const amount = new Decimal(total.value).abs();
    const price = units.isZero() ? amount : toScale(amount.div(units.abs()));
    if (isWithinBound(price)) return price.toFixed();
    return this.issue(
      field,
      `is the amount of ${shown(text)} for ${quantity} units, which is out of range. It must be below 10^15.`,
    );
  }

  /** A price of 0 is no price: brokers write 0 for a suspended share. */
  knownPrice(field: FieldOf): string | null {
    return unlessZero(this.number(field, { least: 0 }));
  }

  /** {@link perUnit}, where 0 is no price. */
  knownPerUnit(field: UnitField, quantity: string | null): string | null {
    return unlessZero(this.perUnit(field, quantity, { least: 0 }));
  }

  /** Whether the row has a quantity other than 0. */
  movesUnits(): boolean {
    return /[1-9]/.test(this.filled('quantity') ?? '');
  }

  date(field: FieldOf, required: boolean): string | null {
    const text = this.filled(field);
    if (text === null)
      return required ? this.issue(field, 'is missing. Enter a date like 2024-03-31.') : null;
    const parsed = parseDate(text, this.isOverridden(field) ? null : this.context.date_order);
    return 'problem' in parsed ? this.issue(field, dateMessage(text, parsed.problem)) : parsed.value;
  }

  /**
   * The time of a trade, HH:MM:SS: of its own cell, else of the cell of its date. It only orders the trades of a day, so a file's
   * row does without one that cannot be read; what a person typed is refused.
   */
  timeOfTrade(field: FieldOf, dateField: FieldOf): string | null {
    const text = this.filled(field);
    const time = parseTime(text ?? this.value(dateField) ?? '');
    if (time !== null || text === null || !this.isOverridden(field)) return time;
    return this.issue(field, `${shown(text)} is not a time. Enter it like 09:15:00.`);
  }

  /**
   * The day of a price: of its own cell, else of the words above the table. One that cannot be read, or is ahead, is as good as
   * none, unless a person typed it.
   */
  priceDay(field: FieldOf): string | null {
    if (this.isOverridden(field)) return this.date(field, false);
    const { date_order, last_day, price_day_label = null } = this.context;
    const parsed = parseDate(this.filled(field) ?? '', date_order ?? 'dmy');
    const day = 'problem' in parsed ? price_day_label : parsed.value;
    return day === null || (last_day !== null && day > last_day) ? null : day;
  }

  /** A date that has come. */
  tradeDay(field: FieldOf): string | null {
    const day = this.date(field, true);
    const { last_day } = this.context;
    return day === null || last_day === null || day <= last_day ? day : this.issue(field, liesAhead(day));
  }

  isin(): string | null {
    const text = this.filled('isin');
    if (text === null) return null;
    const code = text.toUpperCase();
    if (isIsin(code)) return code;
    return this.issue(
      'isin',
      /^[A-Z]{2}[A-Z0-9]{9}\d$/.test(code)
        ? `${shown(text)} has a wrong check digit, so it is probably mistyped. Correct it or leave it blank.`
        : `${shown(text)} is not an ISIN: two letters, nine letters or digits, one check digit. Correct it or leave it blank.`,
    );
  }

  /** The class the row names, else the caller's default, else what the ISIN proves, else null. */
  assetClass(isin: string | null): AssetClass | null {
    const word = this.filled('asset_class');
    if (word === null) return this.defaultClass() ?? assetClassOfIsin(isin);
    const meant = assetClassOf(word, { isin, currency: this.filled('currency')?.toUpperCase() ?? null });
    if (meant !== null) return meant;
    return this.issue('asset_class', `${shown(word)} is not valid. Use one of ${ASSET_CLASSES.join(', ')}.`);
  }

  /** The class for rows without one: what trades in dollars is no share of India, whatever the others are. */
  private defaultClass(): AssetClass | null {
    const { default_asset_class } = this.context;
    const isInDollars = this.filled('currency')?.toUpperCase() === 'USD';
    return default_asset_class === 'Indian Equity' && isInDollars ? 'US Equity' : default_asset_class;
  }

  /** The row's currency, else that of a sign in its prices, else what the ISIN or class implies, else the default. */
  currency(isin: string | null, assetClass: AssetClass | null, priceFields: readonly FieldOf[]): string {
    const text = this.filled('currency');
    if (text === null) {
      for (const field of priceFields) {
        const signed = this.raw.fields[field];
        const named = signed === undefined ? null : currencyOfSign(signed);
        if (named !== null) return named;
      }
      if (assetClass === 'US Equity' || isin?.startsWith('US')) return 'USD';
      // What is listed in India is traded in rupees.
      if (isin?.startsWith('IN')) return 'INR';
      this.isCurrencyAssumed = this.context.is_currency_proved === false;
      return this.context.default_currency;
    }
    const code = text === 'GBp' ? 'GBX' : text.toUpperCase();
    if (CURRENCIES.has(code)) return code;
    const pence = code === 'GBX' ? ' For pence, divide the prices by 100 and use GBP.' : '';
    this.issue('currency', `${shown(text)} is not an ISO currency code such as INR or USD.${pence}`);
    return code;
  }

  private tooLong(field: FieldOf, length: number, most: number): null {
    return this.issue(field, `has ${length} characters; the maximum is ${most}.`);
  }
}

function unlessZero(price: string | null): string | null {
  return price === '0' ? null : price;
}

/** A cell as a message quotes it. */
export function shown(text: string): string {
  return `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`;
}

function numberMessage(text: string, problem: NumberProblem): string {
  if (problem === 'too large') return `${shown(text)} is out of range. It must be below 10^15.`;
  if (problem === 'ambiguous') {
    return `${shown(text)} is ambiguous: the comma or dot may mark thousands or decimals. Write it without thousands separators.`;
  }
  return `${shown(text)} is not a number. Use a dot for decimals, like 1234.50.`;
}

/** What is said of a date of which nothing proves the order. */
export const DAY_OR_MONTH_FIRST = 'it may be day first or month first';

function dateMessage(text: string, problem: DateProblem): string {
  if (problem === 'ambiguous') {
    return `${shown(text)} is ambiguous: ${DAY_OR_MONTH_FIRST}. Write it as YYYY-MM-DD.`;
  }
  return `${shown(text)} is not a date from 1900 to 2200. Use YYYY-MM-DD, DD-MM-YYYY or DD-MMM-YYYY.`;
}
