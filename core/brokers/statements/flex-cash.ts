import { Decimal } from '../../platform/index.ts';
import type { FlexEntry, FlexTrade } from './flex-entry.ts';
import { type FlexFields, instrumentOf, excludedCategory, nameOf, quoted } from './flex-fields.ts';
import { finished } from './flex-trade.ts';

const DIVIDENDS = new Set(['dividends', 'payment in lieu of dividends']);
const TAXES = new Set(['withholding tax', '871(m) withholding']);
const MOVEMENTS =
  /deposit|withdraw|interest|fees?$|commission|bond|transfer|adjustment|cash (?:receipt|payment)|sales tax|price adj/;

interface Held {
  row: number;
  what: string;
  amount: Decimal;
  /** The description without what tells a tax from its dividend. */
  stem: string;
}

interface HeldDividend extends Held {
  trade: FlexTrade;
  /** What of its tax was taken, less what was given back. */
  tax: Decimal;
}

interface Group {
  dividends: HeldDividend[];
  taxes: Held[];
}

/**
 * Dividends with the tax that was withheld from them. Both are kept until the document ends, since either may come
 * first: they belong together by account, security, currency and day, and where a day has several dividends, by what
 * their descriptions begin with and by their order. What was taken back, as with every reclassification at the end of
 * a year, is a row of its own, since the dividend may have been recorded from an earlier statement.
 */
export class FlexCash {
  readonly #groups = new Map<string, Group>();
  held = 0;

  /** Takes a row of cash; answers it at once where it is neither a dividend nor a tax on one. */
  add(fields: FlexFields, at: { account: string; row: number }): FlexEntry | null {
    const type = fields.text('type');
    const word = type.toLowerCase();
    const what = nameOf(
      DIVIDENDS.has(word) ? 'Dividend' : type.slice(0, 40) || 'Cash row',
      fields,
      'transactionID',
    );
    const here = { row: at.row, what };
    const isDividend = DIVIDENDS.has(word);
    if (!isDividend && !TAXES.has(word))
      return { kind: 'left_out', of: 'trade', ...here, ...otherCash(type) };
    const skipped = excludedCategory(fields);
    if (skipped !== null) return { kind: 'left_out', of: 'trade', ...here, ...skipped };
    if (!isDividend && fields.text('symbol', 'conid', 'isin', 'securityID') === '')
      return { kind: 'left_out', of: 'trade', ...here, ...moves('Tax that names no security') };

    const amount = fields.number('price', ['amount'], { required: true });
    const day = fields.time('date', ['dateTime', 'settleDate', 'reportDate'])?.day ?? '';
    const currency = fields.currency();
    const instrument = instrumentOf(fields, currency);
    const trade: FlexTrade = {
      account: at.account,
      symbol: instrument.symbol,
      isin: instrument.isin,
      security_id: instrument.security_id,
      type: 'DIVIDEND',
      date: day,
      quantity: amount?.isNegative() === true ? '-1' : '0',
      price: amount?.abs().toFixed() ?? '',
      fee_tax: '0',
      currency,
      asset_class: instrument.asset_class,
      execution_id: '',
      executed_at: null,
      note: word.startsWith('payment in lieu') ? 'Paid in lieu of a dividend on lent shares.' : null,
    };
    if (isDividend) trade.execution_id = dividendId(fields, trade);
    if (amount === null || fields.problems.length > 0) return finished(fields, trade, here);
    const group = this.#group([at.account, securityOf(trade), currency, day].join('\n'));
    const held: Held = { ...here, amount, stem: stemOf(fields.text('description')) };
    if (isDividend) group.dividends.push({ ...held, trade, tax: new Decimal(0) });
    else group.taxes.push(held);
    this.held += 1;
    return null;
  }

  /** Everything kept, in the order of the document, and nothing is kept any longer. */
  flush(): FlexEntry[] {
    const entries = [...this.#groups.values()].flatMap(settled);
    this.#groups.clear();
    this.held = 0;
    return entries.toSorted((one, other) => rowOf(one) - rowOf(other));
  }

  #group(key: string): Group {
    const known = this.#groups.get(key);
    if (known !== undefined) return known;
    const made: Group = { dividends: [], taxes: [] };
    this.#groups.set(key, made);
    return made;
  }
}

const rowOf = (entry: FlexEntry): number => ('row' in entry ? entry.row : 0);

function settled({ dividends, taxes }: Group): FlexEntry[] {
  const entries: FlexEntry[] = [];
  const seen = new Map<string, number>();
  for (const tax of taxes) {
    const { row, what } = tax;
    const taxed = dividendOf(tax, dividends, seen);
    if (taxed === null) {
      const why = moves('Tax on a dividend that this statement does not have');
      entries.push({ kind: 'left_out', of: 'trade', row, what, ...why });
      continue;
    }
    taxed.tax = taxed.tax.minus(tax.amount);
    const message = 'Tax withheld; it counts as the charge of its dividend.';
    entries.push({ kind: 'left_out', of: 'trade', row, what, reason: 'SUMMARY', message });
  }
  for (const { row, what, trade, amount, tax } of dividends) {
    // More given back than this statement took belongs to another dividend; what is taken back gives its tax back.
    const isBeyond = tax.isNegative() && amount.gt(0);
    const note = isBeyond ? `Excludes a tax refund of ${tax.negated().toFixed()}.` : trade.note;
    const fee_tax = isBeyond ? '0' : (tax.isZero() ? tax.abs() : tax).toFixed();
    entries.push({ kind: 'trade', row, what, trade: { ...trade, fee_tax, note } });
  }
  return entries;
}

/**
 * The dividend of a tax: of those that begin like it, else of all of the day, the first tax goes to the first one that
 * was paid, the second to the second; what was given back likewise to what was taken back, if anything was.
 */
function dividendOf(tax: Held, dividends: HeldDividend[], seen: Map<string, number>): HeldDividend | null {
  const alike = dividends.filter(({ stem }) => stem === tax.stem);
  const all = alike.length > 0 ? alike : dividends;
  const paid = all.filter(({ amount }) => amount.gt(0));
  const takenBack = all.filter(({ amount }) => !amount.gt(0));
  const isRefund = tax.amount.gt(0);
  const wanted = isRefund && takenBack.length > 0 ? takenBack : paid.length > 0 ? paid : takenBack;
  const key = `${isRefund ? '+' : '-'}${tax.stem}`;
  const nth = seen.get(key) ?? 0;
  seen.set(key, nth + 1);
  return wanted[Math.min(nth, wanted.length - 1)] ?? null;
}

function otherCash(type: string): { reason: 'CASH_MOVEMENT' | 'UNKNOWN_KIND'; message: string } {
  if (MOVEMENTS.test(type.toLowerCase())) return moves(quoted(type));
  const message =
    type === ''
      ? 'The type is missing. Add type to the Flex query.'
      : `${quoted(type)} is not supported. Only dividends and their tax are imported.`;
  return { reason: 'UNKNOWN_KIND', message };
}

function moves(what: string): { reason: 'CASH_MOVEMENT'; message: string } {
  return {
    reason: 'CASH_MOVEMENT',
    message: `${what} is a cash movement. Only trades, dividends and splits are imported.`,
  };
}

function securityOf({ security_id, isin, symbol }: FlexTrade): string {
  return security_id ?? isin ?? symbol;
}

/** By the broker's number; without one by what a payment is, which no account receives twice on a day. */
function dividendId(fields: FlexFields, trade: FlexTrade): string {
  if (fields.text('transactionID') !== '') {
    const transaction = fields.id('transactionID');
    return transaction === '' ? '' : `IBKR:TXN:${transaction}`;
  }
  return ['IBKR:DIVIDEND', securityOf(trade), trade.date, trade.price, trade.currency]
    .join(':')
    .slice(0, 128);
}

/** `AAPL(US0378331005) CASH DIVIDEND USD 0.24 PER SHARE - US TAX` and `… (Ordinary Dividend)` have one stem. */
export function stemOf(description: string): string {
  return description
    .slice(0, 500)
    .replace(/\s*\([^()]*\)\s*$/, '')
    .replace(/\s+-\s+[A-Z]{2} TAX\s*$/i, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toUpperCase();
}
