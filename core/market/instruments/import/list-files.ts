import { ALIAS_KINDS, ALIAS_STATUSES, aliasKey, type AliasKind, type AliasStatus } from '../instrument.ts';
import type { SymbolChange } from '../instrument.ts';
import type { Listing } from '../listing.ts';
import { INDEXES, type IndexName } from '../membership.ts';
import { type CsvRow, namedCells, readRows } from './csv-table.ts';
import { BadRow, readListDate, readListIsin, readListNumber, readListSymbol } from './list-cells.ts';

interface IndexMemberRow {
  name: string | null;
  symbol: string;
  isin: string;
  sector: string | null;
}

interface MembershipRow {
  index: IndexName;
  symbol: string;
  valid_from: string;
  valid_to: string | null;
  source: string;
}

interface AliasRow {
  alias: string;
  kind: AliasKind;
  status: AliasStatus;
  /** The instrument it stands for. */
  symbol: string;
  valid_from: string | null;
  valid_to: string | null;
}

export type NamedChange = SymbolChange & { name: string | null };

export type ListKind = 'shares' | 'etfs' | 'symbol changes' | 'index list' | 'index history' | 'aliases';

/** A row that was left out: `skipped` is as it should be (a placeholder), `error` wants somebody to look. */
export interface RowIssue {
  line: number;
  level: 'skipped' | 'error';
  message: string;
}

interface Rows<K extends ListKind, T> {
  kind: K;
  rows: { line: number; value: T }[];
  issues: RowIssue[];
}

export type ListFile =
  | Rows<'shares', Listing>
  | Rows<'etfs', Listing>
  | Rows<'symbol changes', NamedChange>
  | Rows<'index list', IndexMemberRow>
  | Rows<'index history', MembershipRow>
  | Rows<'aliases', AliasRow>;

type Cell = (column: string) => string | null;

/** A file that is none of the lists. */
export class UnknownList extends Error {
  override name = 'UnknownList';
}

class SkippedRow extends Error {}

/** Reads one of the lists, recognised by its header. @throws UnknownList */
export function readListFile(text: string): ListFile {
  const all = rowsOf(text);
  const [header, ...rows] = all;
  if (header === undefined) throw new UnknownList('The file is empty.');
  const columns = new Set(header.cells.map((cell) => cell.toUpperCase()));
  const has = (...names: string[]) => names.every((name) => columns.has(name));
  const named = <K extends ListKind, T>(kind: K, read: (cell: Cell) => T): Rows<K, T> =>
    readEach(kind, rows, (row) => read(namedCells(header, row)));
  if (has('SYMBOL', 'NAME OF COMPANY', 'ISIN NUMBER')) return named('shares', readShare);
  if (has('SYMBOL', 'UNDERLYING', 'SECURITYNAME', 'ISINNUMBER')) return named('etfs', readEtf);
  if (has('COMPANY NAME', 'INDUSTRY', 'SYMBOL', 'ISIN CODE')) return named('index list', readMember);
  if (has('SYMBOL', 'EFFECTIVE_FROM', 'EFFECTIVE_TO', 'INDEX_NAME'))
    return named('index history', readMembership);
  if (has('ALIAS', 'KIND', 'STATUS', 'SYMBOL')) return named('aliases', readAlias);
  if (isSymbolChange(header)) return readEach('symbol changes', all, ({ cells }) => readChange(cells));
  throw new UnknownList(
    `The header is not that of a supported list: "${header.cells.join(',').slice(0, 120)}". Supported are NSE's EQUITY_L.csv, ` +
      'eq_etfseclist.csv, symbolchange.csv, index lists, index histories (symbol, effective_from, effective_to, ' +
      'index_name) and aliases (alias, kind, status, symbol).',
  );
}

function rowsOf(text: string): CsvRow[] {
  try {
    return readRows(text);
  } catch (error) {
    throw new UnknownList(`The file is not CSV: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function readEach<K extends ListKind, T>(
  kind: K,
  rows: readonly CsvRow[],
  read: (row: CsvRow) => T,
): Rows<K, T> {
  const found: Rows<K, T> = { kind, rows: [], issues: [] };
  for (const row of rows) {
    try {
      found.rows.push({ line: row.line, value: read(row) });
    } catch (error) {
      if (!(error instanceof BadRow || error instanceof SkippedRow)) throw error;
      const level = error instanceof SkippedRow ? 'skipped' : 'error';
      found.issues.push({ line: row.line, level, message: error.message });
    }
  }
  return found;
}

function readShare(cell: Cell): Listing {
  const listed = cell('DATE OF LISTING');
  return {
    exchange: 'NSE',
    symbol: readListSymbol(cell('SYMBOL'), 'SYMBOL'),
    name: cell('NAME OF COMPANY'),
    isin: readListIsin(cell('ISIN NUMBER'), 'ISIN NUMBER'),
    asset_class: 'Indian Equity',
    series: cell('SERIES'),
    listed_on: listed === null ? null : readListDate(listed, 'DATE OF LISTING'),
    face_value: readListNumber(cell('FACE VALUE'), 'FACE VALUE'),
  };
}

/** The list's name of the fund is an abbreviation without spaces at times, but never misleading. */
function readEtf(cell: Cell): Listing {
  const listed = cell('DATEOFLISTING');
  return {
    exchange: 'NSE',
    symbol: readListSymbol(cell('SYMBOL'), 'Symbol'),
    name: cell('SECURITYNAME'),
    isin: readListIsin(cell('ISINNUMBER'), 'ISINNumber'),
    asset_class: 'ETF',
    series: null,
    listed_on: listed === null ? null : readListDate(listed, 'DateofListing'),
    face_value: readListNumber(cell('FACEVALUE'), 'FaceValue'),
  };
}

/** The name of the company may hold anything, so the file is known by its last three of four columns. */
function isSymbolChange({ cells }: CsvRow): boolean {
  return cells.length === 4 && /^\d{1,2}-[A-Za-z]{3}-\d{4}$/.test(cells[3] ?? '');
}

function readChange([name, from, to, on]: string[]): NamedChange {
  const change = {
    exchange: 'NSE' as const,
    name: name || null,
    from: readListSymbol(from ?? null, 'The old symbol'),
    to: readListSymbol(to ?? null, 'The new symbol'),
    on: readListDate(on ?? '', 'The day of change'),
  };
  if (change.from === change.to)
    throw new SkippedRow(`${change.from} is still ${change.to}; only the name changed.`);
  return change;
}

function readMember(cell: Cell): IndexMemberRow {
  const symbol = aliasKey(cell('SYMBOL') ?? '');
  // After a demerger a placeholder stands in the index until the new company is listed.
  if (symbol.startsWith('DUMMY') || (cell('ISIN CODE') ?? '').toUpperCase().startsWith('DUMMY'))
    throw new SkippedRow(`${symbol} is a placeholder for a company that is not listed yet.`);
  return {
    name: cell('COMPANY NAME'),
    symbol: readListSymbol(symbol, 'Symbol'),
    isin: readListIsin(cell('ISIN CODE'), 'ISIN Code'),
    sector: cell('INDUSTRY'),
  };
}

function readMembership(cell: Cell): MembershipRow {
  const index = INDEXES.find((name) => name === aliasKey(cell('INDEX_NAME') ?? '').replace(/ /g, ''));
  if (index === undefined) throw new BadRow(`index_name must be one of ${INDEXES.join(', ')}.`);
  const to = cell('EFFECTIVE_TO');
  const row = {
    index,
    symbol: readListSymbol(cell('SYMBOL'), 'symbol'),
    valid_from: readListDate(cell('EFFECTIVE_FROM') ?? '', 'effective_from'),
    valid_to: to === null ? null : readListDate(to, 'effective_to'),
    source: cell('SOURCE') ?? 'index history',
  };
  if (row.valid_to !== null && row.valid_to < row.valid_from)
    throw new BadRow('effective_to is before effective_from.');
  return row;
}

function readAlias(cell: Cell): AliasRow {
  const alias = aliasKey(cell('ALIAS') ?? '');
  if (alias === '' || alias.length > 200) throw new BadRow('alias must have 1 to 200 characters.');
  const kind = ALIAS_KINDS.find((one) => one === aliasKey(cell('KIND') ?? ''));
  if (kind === undefined) throw new BadRow(`kind must be one of ${ALIAS_KINDS.join(', ')}.`);
  const status = ALIAS_STATUSES.find((one) => one === aliasKey(cell('STATUS') ?? ''));
  if (status === undefined) throw new BadRow(`status must be one of ${ALIAS_STATUSES.join(', ')}.`);
  const [from, to] = [cell('VALID_FROM'), cell('VALID_TO')];
  const valid_from = from === null ? null : readListDate(from, 'valid_from');
  const valid_to = to === null ? null : readListDate(to, 'valid_to');
  if (valid_from !== null && valid_to !== null && valid_to < valid_from)
    throw new BadRow('valid_to is before valid_from.');
  return { alias, kind, status, symbol: readListSymbol(cell('SYMBOL'), 'symbol'), valid_from, valid_to };
}
