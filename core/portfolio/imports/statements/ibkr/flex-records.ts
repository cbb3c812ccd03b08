import {
  flexColumn,
  type FlexRecord,
  type FlexSection,
  flexSectionOf,
} from '../../../../brokers/statements/index.ts';
import { headerKey } from '../../importers/index.ts';
import type { Sheet } from '../statement.ts';
import { isBlank, rowCutShort } from '../table.ts';

/** A record of a part that is not read, with the reason. */
interface OtherRecord {
  row: number;
  reason: string;
}

interface FlexTables {
  records: FlexRecord[];
  others: OtherRecord[];
  /** The last row, where the file ends within it. */
  cutRow: number | null;
}

const SECTIONS: ReadonlySet<string> = new Set<FlexSection>(['TRNT', 'CTRN', 'POST', 'CORP', 'TRNF']);
/** Lines that a query with section codes begins and ends its parts with. */
const FRAME = /^(?:BOF|BOA|BOS|EOS|EOA|EOF)$/;
/** Columns that no other broker has. */
const MARKS = [
  'currencyprimary',
  'ibcommission',
  'ibcommissioncurrency',
  'ibexecid',
  'clientaccountid',
  'fxratetobase',
];

/** The attributes that the columns of a header stand for, where it is one of a Flex query; else null. */
function headerOf(cells: readonly string[]): (string | null)[] | null {
  const columns = cells.map((cell) => flexColumn(headerKey(cell)));
  return columns.filter((name) => name !== null).length < 3 ? null : columns;
}

/** Whether rows begin a Flex query in CSV. */
export function beginsFlex(rows: readonly (readonly string[])[]): boolean {
  const [first] = rows.filter((cells) => !isBlank(cells));
  if (first?.[0]?.trim() === 'BOF') return rows.some((cells) => /^BO[AS]$/.test(cells[0]?.trim() ?? ''));
  return rows.some((cells) => {
    const columns = headerOf(cells);
    if (columns === null || flexSectionOf(named(columns)) === null) return false;
    return cells.some((cell) => MARKS.includes(headerKey(cell)));
  });
}

/**
 * The records of a Flex query: with codes of its sections, HEADER and DATA before each line, or with several headers that
 * follow each other.
 */
export function flexTables(sheet: Sheet): FlexTables {
  const { rows } = sheet;
  const found: FlexTables = { records: [], others: [], cutRow: null };
  let head: readonly string[] = [];
  let columns: (string | null)[] | null = null;
  let section: FlexSection | null = null;
  let code = '';
  for (const [at, cells] of rows.entries()) {
    const word = cells[0]?.trim() ?? '';
    if (isBlank(cells) || FRAME.test(word)) continue;
    const isCoded = word === 'HEADER' || word === 'DATA';
    const values = isCoded ? cells.slice(2) : cells;
    const header = word === 'DATA' ? null : headerOf(values);
    if (word === 'HEADER' || header !== null) {
      columns = header;
      head = cells;
      code = isCoded ? (cells[1]?.trim() ?? '') : '';
      const byColumns = header === null ? null : flexSectionOf(named(header));
      section = !isCoded || byColumns === 'CORP' ? byColumns : isSection(code) ? code : null;
      continue;
    }
    if (columns === null || section === null) {
      const reason =
        code === ''
          ? 'Not a row of trades, payments, positions or corporate actions.'
          : `Section "${code.slice(0, 20)}" has no trades, payments, positions or corporate actions.`;
      found.others.push({ row: at + 1, reason });
      continue;
    }
    found.records.push({ section, row: at + 1, attributes: attributesOf(columns, values) });
    if (at === rows.length - 1) found.cutRow = rowCutShort(sheet, head);
  }
  return found;
}

const isSection = (code: string): code is FlexSection => SECTIONS.has(code);

function named(columns: readonly (string | null)[]): Set<string> {
  return new Set(columns.filter((name) => name !== null));
}

function attributesOf(
  columns: readonly (string | null)[],
  values: readonly string[],
): Readonly<Record<string, string>> {
  const attributes: Record<string, string> = {};
  for (const [at, name] of columns.entries())
    if (name !== null && attributes[name] === undefined) attributes[name] = (values[at] ?? '').trim();
  return attributes;
}
