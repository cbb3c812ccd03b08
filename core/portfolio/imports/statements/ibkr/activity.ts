import { type FlexRecord, readFlexRecords } from '../../../../brokers/statements/index.ts';
import { parseDate } from '../../../../platform/index.ts';
import { type NumberedRow, notUnderstood, type RawRow } from '../../rows/index.ts';
import type { Cell } from '../../importers/index.ts';
import { pricesOfPositions } from '../position-prices.ts';
import { amountIn } from '../table.ts';
import { activityRecords, tradesOf } from './activity-records.ts';
import { activityTotals } from './activity-totals.ts';
import { flexRaw } from './flex-entry-row.ts';
import { ibkrSymbol, knownFields } from './instruments.ts';
import { IbkrPayments } from './payments.ts';
import {
  beginsWithSections,
  cutRowOf,
  dataOf,
  fieldIn,
  hasSection,
  isEnglish,
  type Sections,
  sectionsOf,
  withoutCut,
} from './sections.ts';
import { transfers } from './transfers.ts';
import { LEFT_OUT } from '../left-out.ts';
import { type StatementFormatOf, StatementRefusal } from '../statement.ts';

const DIVIDEND_SECTIONS = ['Dividends', 'Payment In Lieu Of Dividends'];
/** Sections of money that is no entry. */
const CASH_SECTIONS = [
  'Deposits & Withdrawals',
  'Interest',
  'Bond Interest Received',
  'Bond Interest Paid',
  'Fees',
  'Other Fees',
  'Advisor Fees',
  'Client Fees',
  'Debit Card Activity',
  'Commission Adjustments',
];
const READ: ReadonlySet<string> = new Set([
  ...DIVIDEND_SECTIONS,
  'Withholding Tax',
  'Trades',
  'Corporate Actions',
  'Open Positions',
  'Transfers',
  ...CASH_SECTIONS,
]);
/** Sections that sum up, value or explain what others list. */
const INFORMATION =
  /^(?:statement|account information|change in|net asset value|net stock|mark-to-market|realized|month & year|cash report|financial instrument|codes|notes|interest accruals|change in dividend|open dividend|forex balances|forex p|base currency|trade summary|total p|performance|location|stock (?:yield|loan)|ibkr managed|collateral|borrow|securities|interest details|broker|hkfe|sales tax|transaction fees|cfd|crypto|long option|short|exposure|pending|margin|allocation|dividend accruals|deliveries|option cash|routing|soft dollar|time weighted|historical|risk|concentration|disclosure|price improvement|unsettled|complex positions)/i;
/** Columns that a sum of such a section begins with. */
const FIRST = ['currency', 'assetcategory', 'symbol'];
const MONEY = ['quantity', 'qty', 'amount', 'proceeds'];

/**
 * The Activity Statement of Interactive Brokers: many tables in one file. Its trades and payments have no numbers; a split
 * is told in words, and has the id that the sync of the account gives it.
 */
export const ibkrActivity: StatementFormatOf<'tables'> = {
  kind: 'tables',
  format: 'ibkr-activity',
  title: 'Activity Statement of Interactive Brokers',
  broker: 'Interactive Brokers',
  notation: { date_order: null, decimal_mark: '.' },
  currency: null,
  detect: ({ sheets: [sheet] }) =>
    sheet !== undefined && beginsWithSections(sheet.rows) && !hasSection(sheet.rows, 'Transaction History'),
  read({ sheets: [sheet] }, wanted) {
    if (sheet === undefined || !isEnglish(sheet.rows))
      throw new StatementRefusal(
        'This statement of Interactive Brokers is not in English. Set the language of Client Portal to English and download it again.',
      );
    const sections = sectionsOf(sheet);
    const records = activityRecords(sections);
    const cutRow = cutRowOf(sheet);
    const history = withoutCut(historyOf(sections, records), cutRow);
    const hasEntries = history.some(({ raw }) => typeof raw.excluded !== 'string');
    const positions = withoutCut(positionsOf(records, periodEnd(sections)), cutRow);
    if (positions.length > 0 && (wanted === 'holdings' || (wanted === null && !hasEntries)))
      return { type: 'holdings', rows: positions, totals: [] };
    const prices = pricesOfPositions(positions.map(({ raw }) => raw as RawRow<'holdings'>));
    return { type: 'transactions', rows: history, totals: activityTotals(sections), prices };
  },
};

function historyOf(sections: Sections, records: readonly FlexRecord[]): NumberedRow[] {
  const rows: NumberedRow[] = [];
  const own = records.filter(({ section }) => section !== 'POST');
  const byRow = new Map(own.map((record) => [record.row, record]));
  for (const entry of readFlexRecords(own, { hasIds: false })) {
    if (!('row' in entry)) continue;
    const raw = flexRaw('transactions', entry, byRow.get(entry.row));
    rows.push({ row: entry.row, raw });
  }
  const { others, unknown } = tradesOf(sections);
  for (const { row, reason } of others) rows.push({ row, raw: { fields: {}, excluded: reason } });
  for (const { row, cell } of unknown) rows.push({ row, raw: waiting(cell('datadiscriminator'), cell) });
  for (const [name, records] of sections)
    if (!READ.has(name) && !INFORMATION.test(name))
      for (const { row, kind, cell } of records)
        if (
          kind === 'Data' &&
          !FIRST.some((word) => /^total\b/i.test(cell(word))) &&
          MONEY.some((word) => amountIn(cell(word)) !== null)
        )
          rows.push({ row, raw: waiting(name, cell) });
  for (const name of CASH_SECTIONS)
    for (const { row, cell } of dataOf(sections, name, 'currency'))
      rows.push({ row, raw: { fields: {}, excluded: LEFT_OUT.cash(cell('description') || name) } });
  return rows.concat(transfers(sections), payments(sections)).toSorted((one, other) => one.row - other.row);
}

/** A record of a kind, or of a section, that is not known. */
function waiting(word: string, cell: Cell): RawRow {
  const units = amountIn(cell('quantity') || cell('qty'));
  const price = units === null ? amountIn(cell('amount'))?.abs().toFixed() : cell('tprice');
  return notUnderstood(word, {
    symbol: ibkrSymbol(cell('symbol')),
    date: cell('datetime') || cell('date'),
    currency: cell('currency'),
    quantity: units?.abs().toFixed() ?? '0',
    price: price ?? '',
    note: cell('description').slice(0, 200),
  });
}

/** Positions are valued on the last day of the statement: "January 1, 2024 - December 31, 2024", or one day alone. */
function periodEnd(sections: Sections): string | null {
  const last = fieldIn(sections, 'Statement', 'Period').split(' - ').at(-1)?.trim() ?? '';
  const parsed = parseDate(last, 'mdy');
  return 'problem' in parsed ? null : parsed.value;
}

function positionsOf(records: readonly FlexRecord[], day: string | null): NumberedRow[] {
  const held = records.filter(({ section }) => section === 'POST');
  return readFlexRecords(held, { hasIds: false }).flatMap((entry) =>
    'row' in entry ? [{ row: entry.row, raw: dated(flexRaw('holdings', entry, undefined), day) }] : [],
  );
}

function dated(raw: RawRow, day: string | null): RawRow {
  return day === null ? raw : { ...raw, fields: { ...raw.fields, price_date: day } };
}

function payments(sections: Sections): NumberedRow[] {
  const all = new IbkrPayments();
  const fieldsOf = knownFields(sections);
  for (const { row, cell } of DIVIDEND_SECTIONS.flatMap((name) => dataOf(sections, name, 'currency'))) {
    const currency = cell('currency');
    const payment = {
      row,
      currency,
      date: cell('date'),
      description: cell('description'),
      amount: cell('amount'),
    };
    all.dividend(payment, (symbol) => fieldsOf(symbol, currency));
  }
  for (const { row, cell } of dataOf(sections, 'Withholding Tax', 'currency')) {
    const [currency, date] = [cell('currency'), cell('date')];
    all.tax({ row, currency, date, description: cell('description'), amount: cell('amount') });
  }
  return all.settle();
}
