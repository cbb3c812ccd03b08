import { Decimal, isNear } from '../../../../platform/index.ts';
import type { Cell } from '../../importers/index.ts';
import { type NumberedRow, notUnderstood, type RawRow } from '../../rows/index.ts';
import type { Sheet, StatementFormatOf } from '../statement.ts';
import { amountIn, cellIn, findTable, isBlank } from '../table.ts';
import { markOf } from '../amounts.ts';
import { markCut } from '../cut-short.ts';
import { LEFT_OUT } from '../left-out.ts';

const WORDS = {
  date: 'date datum',
  type: 'type typ',
  value: 'value wert',
  currency: 'transactioncurrency buchungswährung',
  gross: 'grossamount bruttobetrag',
  gross_currency: 'currencygrossamount währungbruttobetrag',
  rate: 'exchangerate wechselkurs',
  fees: 'fees gebühren',
  taxes: 'taxes steuern',
  shares: 'shares stück',
  isin: 'isin',
  wkn: 'wkn',
  symbol: 'tickersymbol symbol',
  name: 'securityname wertpapiername wertpapier',
  note: 'note notiz',
  account: 'securitiesaccount depot',
};
const REQUIRED = ['date', 'type', 'value', 'currency', 'gross', 'fees', 'taxes', 'shares', 'name'];

type Kind = 'BUY' | 'SELL' | 'DIVIDEND' | 'IN' | 'OUT' | 'MOVED';
const KINDS = new Map<string, Kind>([
  ['buy', 'BUY'],
  ['kauf', 'BUY'],
  ['sell', 'SELL'],
  ['verkauf', 'SELL'],
  ['dividend', 'DIVIDEND'],
  ['dividende', 'DIVIDEND'],
  ['delivery (inbound)', 'IN'],
  ['einlieferung', 'IN'],
  ['delivery (outbound)', 'OUT'],
  ['auslieferung', 'OUT'],
  ['transfer (inbound)', 'MOVED'],
  ['transfer (outbound)', 'MOVED'],
  ['security transfer', 'MOVED'],
  ['umbuchung (eingang)', 'MOVED'],
  ['umbuchung (ausgang)', 'MOVED'],
]);
/** Money that is no entry, in English and German. */
const CASH =
  /^(?:deposit|removal|interest(?: charge)?|fees?(?: refund)?|tax(?:es)?(?: refund)?|einlage|entnahme|zinsen|zinsbelastung|gebühren(?:erstattung)?|steuern|steuerrückerstattung)$/i;
const ZERO = new Decimal(0);

/** Portfolio Performance's CSV, English or German: what moved in the account's currency, charges in it, no prices. */
export const portfolioPerformance: StatementFormatOf<'tables'> = {
  kind: 'tables',
  format: 'portfolio-performance',
  title: 'Portfolio Performance transactions',
  symbolsByIsin: 'all',
  notation: { date_order: null, decimal_mark: '.' },
  currency: null,
  detect: ({ sheets: [sheet] }) => sheet !== undefined && findTable(sheet, WORDS, REQUIRED) !== null,
  read({ sheets: [sheet] }) {
    return { type: 'transactions', rows: sheet === undefined ? [] : rowsOf(sheet), totals: [] };
  },
};

function rowsOf(sheet: Sheet): NumberedRow[] {
  const table = findTable(sheet, WORDS, REQUIRED);
  if (table === null) return [];
  const { header, columns } = table;
  const data = sheet.rows
    .map((record, at) => ({ cell: cellIn(record, columns), record, row: at + 1 }))
    .slice(header + 1);
  const isGerman = (sheet.rows[header] ?? []).some((name) => name.trim() === 'Wert');
  const mark = markOf(
    data.flatMap(({ cell }) => ['value', 'gross', 'fees', 'taxes', 'rate'].map((word) => cell(word))),
    isGerman ? ',' : '.',
  );
  const entries = data.filter(({ record }) => !isBlank(record));
  const rows = entries.map(({ cell, row }) => ({ row, raw: rowOf(cell, mark), name: cell('name') }));
  payInto(rows);
  markCut(rows, sheet.rows, header);
  return rows.map(({ row, raw }) => ({ row, raw }));
}

/** Dividends name the account of the cash only: they belong to the one securities account that has the share. */
function payInto(rows: readonly { raw: RawRow<'transactions'>; name: string }[]): void {
  const accounts = new Map<string, Set<string>>();
  for (const { raw, name } of rows) {
    const { portfolio } = raw.fields;
    if (portfolio !== undefined) accounts.set(name, (accounts.get(name) ?? new Set()).add(portfolio));
  }
  for (const { raw, name } of rows) {
    const [only, other] = accounts.get(name) ?? [];
    if (
      raw.fields.type === 'DIVIDEND' &&
      raw.fields.portfolio === undefined &&
      only !== undefined &&
      other === undefined
    )
      raw.fields.portfolio = only;
  }
}

function rowOf(cell: Cell, mark: '.' | ','): RawRow<'transactions'> {
  const word = cell('type');
  const kind = KINDS.get(word.toLowerCase().replace(/\s+/g, ' '));
  const shares = amountIn(cell('shares'), mark);
  const moves = shares !== null && !shares.isZero() && cell('name') !== '';
  const isCash = kind === undefined ? !moves && CASH.test(word) : kind === 'MOVED' && !moves;
  if (isCash) return { fields: {}, excluded: LEFT_OUT.cash(word) };
  if (kind === undefined)
    return notUnderstood(word, {
      ...fieldsOf(cell),
      quantity: shares?.toFixed() ?? '0',
      price: moves ? '' : (amountIn(cell('value'), mark)?.abs().toFixed() ?? ''),
    });
  if (kind === 'MOVED')
    return {
      fields: {},
      excluded: `"${word}" moved ${shares?.toFixed()} ${cell('name').slice(0, 80)} between your own accounts. Enter it manually.`,
    };
  const value = amountIn(cell('value'), mark);
  const charges = [cell('fees'), cell('taxes')].reduce(
    (sum, text) => sum.plus(amountIn(text, mark)?.abs() ?? 0),
    ZERO,
  );
  const type = kind === 'IN' ? 'BUY' : kind === 'OUT' ? 'SELL' : kind;
  const raw: RawRow<'transactions'> = {
    fields: { ...fieldsOf(cell), type, quantity: shares?.toFixed() ?? cell('shares') },
  };
  if (!charges.isZero()) raw.fields.fee_tax = charges.toFixed();
  if (kind === 'DIVIDEND' && shares === null) raw.fields.quantity = '0';
  if (value === null) raw.fields.price = cell('value');
  else {
    const gross = type === 'BUY' ? value.abs().minus(charges) : value.abs().plus(charges);
    raw.totals = { price: gross.toFixed() };
    const known = amountIn(cell('gross'), mark)?.abs();
    const rate = amountIn(cell('rate'), mark);
    const isForeign = cell('gross_currency') !== '' && cell('gross_currency') !== cell('currency');
    if (known !== undefined && !isForeign && !known.isZero())
      raw.stated = { amount: known.toFixed(), charges: 'apart' };
    else if (known !== undefined && rate?.gt(0) === true && !isNear(known.times(rate), gross, '0.02'))
      raw.undecided = {
        field: 'price',
        message: `is not known: the file states ${gross.toFixed()} ${cell('currency')}, but ${known.toFixed()} ${cell('gross_currency')} at ${rate.toFixed()} are ${known.times(rate).toDecimalPlaces(2).toFixed()}. Enter the right price.`,
      };
  }
  if (kind === 'OUT')
    raw.undecided = {
      field: 'type',
      message: `is not known: "${word}" took ${shares?.toFixed() ?? '?'} shares out of the account. Enter SELL if they were sold.`,
    };
  return raw;
}

function fieldsOf(cell: Cell): RawRow<'transactions'>['fields'] {
  const isin = cell('isin');
  const fields: RawRow<'transactions'>['fields'] = {
    symbol: cell('symbol') || isin || cell('wkn') || cell('name'),
    date: cell('date'),
    currency: cell('currency'),
    executed_at: cell('date'),
  };
  if (isin !== '') fields.isin = isin;
  if (cell('note') !== '') fields.note = cell('note');
  if (cell('account') !== '') fields.portfolio = cell('account');
  return fields;
}
