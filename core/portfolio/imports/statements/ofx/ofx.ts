import { Decimal } from '../../../../platform/index.ts';
import type { ImportType, NumberedRow, RawRow, StatedTotal } from '../../rows/index.ts';
import { LEFT_OUT } from '../left-out.ts';
import { type StatementFormatOf, StatementRefusal } from '../statement.ts';
import { pricesOfPositions } from '../position-prices.ts';
import { amountIn } from '../table.ts';
import { closingTotals } from './closing.ts';
import { entriesOf, type OfxEntry } from './entries.ts';
import { type OfxAccount, parseOfx } from './parse-ofx.ts';
import { type OfxSecurity, securitiesOf, securityOf } from './securities.ts';

const POSITIONS = new Set(['POSSTOCK', 'POSMF', 'POSDEBT', 'POSOTHER']);
/** The end stands in the last characters. */
const ENDING = 4096;

/** OFX, and QFX, which is OFX for Quicken: what brokers give to money managers, as SGML or as XML. */
export const ofx: StatementFormatOf<'text'> = {
  kind: 'text',
  format: 'ofx',
  title: 'OFX or QFX investment statement',
  notation: { date_order: null, decimal_mark: '.' },
  currency: null,
  detect: ({ text }) =>
    /^[\s\uFEFF]{0,64}(?:OFXHEADER\s{0,8}:|<\?xml[^>]{0,200}>\s{0,64}<(?:\?OFX\b|OFX>)|<\?OFX\b|<OFX>)/i.test(
      text,
    ),
  read({ text }, wanted) {
    // Both kinds end it, whatever other end tags they leave away.
    if (!/<\/OFX>/i.test(text.slice(-ENDING)))
      throw new StatementRefusal('This OFX file is not complete: its end is missing. Download it again.');
    const { accounts, securities, hasBank } = parseOfx(text);
    if (accounts.length === 0)
      throw new StatementRefusal(
        hasBank
          ? 'This is the OFX file of a bank account or a card. Import the one of your investment account.'
          : 'This OFX file has no investment account. Download it from your broker again.',
      );
    const known = securitiesOf(securities);
    const hasTransactions = accounts.some(({ transactions }) => transactions.length > 0);
    return wanted === 'holdings' || (wanted === null && !hasTransactions)
      ? numbered(
          'holdings',
          accounts.flatMap((account) => holdingsOf(account, known)),
          [],
        )
      : transactionsOf(accounts, known);
  },
};

function numbered(type: ImportType, raws: readonly RawRow[], totals: StatedTotal[]) {
  return { type, rows: raws.map((raw, at): NumberedRow => ({ row: at + 1, raw })), totals };
}

function transactionsOf(accounts: readonly OfxAccount[], known: ReadonlyMap<string, OfxSecurity>) {
  const totals: StatedTotal[] = [];
  const raws: RawRow[] = [];
  for (const account of accounts) {
    const entries = account.transactions.flatMap((record) => entriesOf(record, account, known));
    settleTax(entries);
    withoutRepeatedIds(entries);
    const portfolio = accounts.length > 1 ? portfolioOf(account) : null;
    for (const { raw } of entries) {
      if (portfolio !== null) raw.fields.portfolio = portfolio;
      raws.push(raw);
    }
    for (const total of closingTotals(account, entries, known)) totals.push(total);
  }
  const prices = pricesOfPositions(accounts.flatMap((account) => holdingsOf(account, known)));
  return { ...numbered('transactions', raws, totals), prices };
}

/** Several accounts of a file stay apart, by the end of their numbers. */
function portfolioOf({ id }: OfxAccount): string | null {
  const number = id.split('\n')[1] ?? '';
  return number === '' ? null : `Account ${number.slice(-4)}`;
}

/** A payment that takes money, on the day of a dividend of the same security, is its tax. */
function settleTax(entries: readonly OfxEntry[]): void {
  const dividends = new Map<string, OfxEntry>();
  const keyOf = ({ security, raw }: OfxEntry) => `${security}\n${raw.fields.date ?? ''}`;
  for (const entry of entries)
    if (entry.raw.fields.type === 'DIVIDEND' && entry.tax === undefined && !dividends.has(keyOf(entry)))
      dividends.set(keyOf(entry), entry);
  for (const entry of entries) {
    if (entry.tax === undefined) continue;
    const dividend = dividends.get(keyOf(entry))?.raw.fields;
    const left = new Decimal(amountIn(dividend?.price ?? '') ?? 0).minus(
      amountIn(dividend?.fee_tax ?? '') ?? 0,
    );
    const fits = dividend !== undefined && entry.tax.lt(left);
    entry.raw.excluded = fits ? LEFT_OUT.taxOfDividend : LEFT_OUT.taxAlone;
    if (fits) dividend.fee_tax = entry.tax.plus(amountIn(dividend.fee_tax ?? '') ?? 0).toFixed();
  }
}

/** An id that stands on two entries of an account names neither. */
function withoutRepeatedIds(entries: readonly OfxEntry[]): void {
  const counts = new Map<string, number>();
  for (const { raw } of entries) {
    const id = raw.fields.execution_id;
    if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  for (const { raw } of entries)
    if ((counts.get(raw.fields.execution_id ?? '') ?? 0) > 1) delete raw.fields.execution_id;
}

function holdingsOf(account: OfxAccount, known: ReadonlyMap<string, OfxSecurity>): RawRow<'holdings'>[] {
  return account.positions.map((record) => {
    const { kind, values, line } = record;
    const text = (name: string) => values.get(name) ?? '';
    const { symbol, name, isin, asset_class, isOption, isOther } = securityOf(record, known);
    const currency = text('CURSYM') || account.currency;
    const shares = asset_class ?? (currency === 'USD' && kind !== 'POSOTHER' ? 'US Equity' : '');
    const price = amountIn(text('UNITPRICE'));
    const isShort = text('POSTYPE').toUpperCase() === 'SHORT';
    return {
      fields: {
        symbol,
        currency,
        name,
        isin,
        asset_class: shares,
        quantity: text('UNITS'),
        price_date: ofxDay(text('DTPRICEASOF')) ?? ofxDay(account.until) ?? '',
        current_price: price === null ? text('UNITPRICE') : price.div(shares === 'Bond' ? 100 : 1).toFixed(),
      },
      where: `line ${line}`,
      excluded: kind === 'POSOPT' || isOption ? LEFT_OUT.derivative : isShort ? LEFT_OUT.short : null,
      ...(POSITIONS.has(kind) && !(isOther && asset_class === null)
        ? {}
        : {
            undecided: {
              field: 'asset_class' as const,
              message: `is not known: the file lists ${symbol} as another kind of security (${kind}). Enter its class if it is a share, a fund or a bond.`,
            },
          }),
    };
  });
}

/** 20240331120000.000[-5:EST] is 2024-03-31. */
function ofxDay(text: string): string | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(text) ?? [];
  return year === undefined ? null : `${year}-${month}-${day}`;
}
