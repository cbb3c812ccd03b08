import { FlexActions } from './flex-action.ts';
import { FlexCash } from './flex-cash.ts';
import type { FlexEntry } from './flex-entry.ts';
import { FlexFields, flexTime, nameOf } from './flex-fields.ts';
import { FlexPositions } from './flex-position.ts';
import { readTrade } from './flex-trade.ts';

/** The parts of a Flex query that are read, by the codes that a query writes where it has section codes. */
export type FlexSection = 'TRNT' | 'CTRN' | 'POST' | 'CORP' | 'TRNF';

/** One record of a query in CSV: its cells under the names of {@link flexColumn}. */
export interface FlexRecord {
  section: FlexSection;
  /** As a spreadsheet numbers it. */
  row: number;
  attributes: Readonly<Record<string, string>>;
}

/** The attributes of the XML that are read; in CSV most go by the same name, with a capital. */
const ATTRIBUTES =
  'accountId model currency assetCategory subCategory symbol description conid isin securityID securityIDType ' +
  'tradeID transactionID ibExecID execID tradeDate dateTime reportDate settleDate transactionType levelOfDetail ' +
  'quantity position tradePrice price tradeMoney proceeds taxes tax ibCommission commission ibCommissionCurrency ' +
  'commissionCurrency buySell notes type amount actionDescription actionID costBasisPrice costBasisMoney markPrice ' +
  'positionValue multiplier';
const NAMES = new Map<string, string>([
  ...ATTRIBUTES.split(' ').map((name): [string, string] => [name.toLowerCase(), name]),
  ['clientaccountid', 'accountId'],
  ['currencyprimary', 'currency'],
  ['assetclass', 'assetCategory'],
  ['notescodes', 'notes'],
  ['code', 'notes'],
]);

/** The attribute of the XML that a column of the CSV is, by its name in lower-case letters and digits; null: not read. */
export function flexColumn(key: string): string | null {
  return NAMES.get(key) ?? null;
}

/** What a table holds whose section has no code, by its columns; null where none of the sections has such columns. */
export function flexSectionOf(columns: ReadonlySet<string>): FlexSection | null {
  const has = (...names: string[]) => names.some((name) => columns.has(name));
  if (has('tradePrice', 'tradeMoney', 'buySell', 'tradeID') && has('quantity')) return 'TRNT';
  // Corporate actions have kinds and amounts as payments have, but of shares.
  if (has('actionDescription') || (has('amount') && has('type') && has('quantity'))) return 'CORP';
  if (has('amount') && has('type')) return 'CTRN';
  if (has('markPrice', 'positionValue', 'costBasisPrice', 'costBasisMoney') && has('quantity', 'position'))
    return 'POST';
  return null;
}

/** Symbol and ISIN as a payment's text begins, for queries without their columns: `KO(US1912161007) CASH DIVIDEND`. */
const NAMED = /^([A-Z0-9][A-Z0-9. ]{0,20}?)\s?\(([A-Z]{2}[A-Z0-9]{9}\d)\)/i;
/** The numbers that an execution may have. */
const NUMBERS = ['tradeID', 'ibExecID', 'execID', 'transactionID'];
const SUMS = new Set(['ORDER', 'SYMBOL_SUMMARY', 'ASSET_SUMMARY', 'CLOSED_LOT', 'SUMMARY']);

/**
 * Reads the records of a Flex query in CSV as {@link readFlex} reads the XML: the same rows have the same ids. Of trades
 * only executions count; in a query that says no level of detail, a trade without a number is a sum wherever others have
 * numbers. Reports of other kinds are read in the same way with `hasIds: false`, since their trades have no numbers.
 */
export function readFlexRecords(records: readonly FlexRecord[], { hasIds = true } = {}): FlexEntry[] {
  const cash = new FlexCash();
  const actions = new FlexActions();
  const positions = new FlexPositions();
  const entries: FlexEntry[] = [];
  const isNumbered = records.some(({ section, attributes }) => section === 'TRNT' && hasNumber(attributes));
  for (const { section, row, attributes } of records) {
    const fields = new FlexFields(attributes);
    const at = { account: fields.text('accountId'), row, hasIds };
    const sum = sumReason(fields, section, isNumbered);
    const entry =
      sum !== null
        ? leftOut(row, section === 'TRNT' ? 'Sum' : 'Row', fields, sum)
        : section === 'TRNT'
          ? readTrade(withCategory(fields, attributes), at)
          : section === 'CTRN'
            ? cash.add(new FlexFields(withName(attributes)), at)
            : section === 'CORP'
              ? actions.add(withCategory(fields, attributes), at)
              : section === 'POST'
                ? positionOf(positions, withCategory(fields, attributes), at)
                : leftOut(
                    row,
                    'Transfer',
                    fields,
                    'A transfer between accounts has no purchase price. Enter it manually.',
                  );
    if (entry !== null) entries.push(entry);
  }
  return entries.concat(cash.flush(), actions.flush(), positions.flush());
}

function positionOf(
  positions: FlexPositions,
  fields: FlexFields,
  at: { account: string; row: number },
): FlexEntry | null {
  const day = flexTime(fields.text('reportDate'))?.day ?? '';
  positions.begin(at.account, day);
  return positions.add(fields, { ...at, day });
}

function hasNumber(attributes: Readonly<Record<string, string>>): boolean {
  return new FlexFields(attributes).text(...NUMBERS) !== '';
}

/** Why a record is no single execution or payment; null where it is one. */
function sumReason(fields: FlexFields, section: FlexSection, isNumbered: boolean): string | null {
  const level = fields.text('levelOfDetail').toUpperCase();
  if (section === 'TRNT') {
    if (SUMS.has(level)) return `A row of level ${level}; the executions count instead.`;
    if (level !== '' && level !== 'EXECUTION')
      return `Level of detail "${level.slice(0, 40)}" is not an execution.`;
    const isWhole = fields.text('quantity') !== '';
    if (level === '' && isNumbered && isWhole && fields.text(...NUMBERS) === '')
      return 'A row without a trade number, so a sum of others; the executions count instead.';
  }
  return section === 'CTRN' && level === 'SUMMARY' ? 'A total; its individual payments count instead.' : null;
}

function leftOut(row: number, kind: string, fields: FlexFields, message: string): FlexEntry {
  return { kind: 'left_out', of: 'trade', row, what: nameOf(kind, fields), reason: 'SUMMARY', message };
}

/** A query without the column of asset classes may still say that it is about a share. */
function withCategory(fields: FlexFields, attributes: Readonly<Record<string, string>>): FlexFields {
  if ('assetCategory' in attributes || !/^(?:common|etf|adr|reit)$/i.test(fields.text('subCategory')))
    return fields;
  return new FlexFields({ ...attributes, assetCategory: 'STK' });
}

function withName(attributes: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const fields = new FlexFields(attributes);
  const named = NAMED.exec(fields.text('description'));
  if (named === null || fields.text('symbol') !== '') return attributes;
  const isin = fields.text('isin') || named[2]?.toUpperCase();
  return { ...attributes, symbol: named[1] ?? '', ...(isin === undefined ? {} : { isin }) };
}
