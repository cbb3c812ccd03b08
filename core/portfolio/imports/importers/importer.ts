import {
  DAY_OF_ROW,
  type FieldOf,
  type ImportType,
  PLUS,
  type RawFields,
  type RawRow,
  type StatedAmount,
} from '../rows/index.ts';

/** The header of a file: its words as found, and reduced to lower-case letters and digits. */
export interface HeaderRow {
  names: readonly string[];
  keys: readonly string[];
  /** Where each key stands, from left to right. */
  places: ReadonlyMap<string, readonly number[]>;
}

/** Where each word of an importer's own vocabulary stands in a record. */
export type Columns = Readonly<Record<string, number>>;

/** The text of a word of an importer's {@link Columns} in one record; '' where there is none. */
export type Cell = (word: string) => string;

/** One file format. A new one is a file in this folder and a line in its `index.ts`. */
export interface ImporterOf<T extends ImportType> {
  /** Stable name, stored with an import. */
  readonly format: string;
  /** What people call such a file. */
  readonly title: string;
  readonly type: T;
  /** Whose file it is; rows that name no portfolio go into one of that name. */
  readonly broker?: string;
  /** How this broker writes 05/03/2024, for files whose rows do not prove it. What they prove comes first. */
  readonly dateOrder?: 'dmy' | 'mdy';
  /**
   * What it calls by names of its own, so that the ISIN tells what is meant: all, or funds only. Such rows get the
   * symbol their ISIN goes by in the portfolio.
   */
  readonly symbolsByIsin?: 'all' | 'funds';
  /**
   * Whether a row of cells is this format's header. `confidence` is above 0 to 1, and the highest among all
   * importers wins; `columns` says where each word stands that `map` asks for. Null: not this format.
   * @param above the text of all records above the row, in lower case: many files name the broker there only.
   */
  detect(header: HeaderRow, above: string): { confidence: number; columns: Columns } | null;
  /**
   * One record under our field names, its text as found. A row to be left out has its reason in `excluded`. Where the
   * file gives the amount of all units in place of one's, it goes into `totals`, and fees of several columns into one
   * {@link sumOf}: the row is worked out when its notation is known.
   */
  map(cell: Cell): RawRow<T>;
}

export type Importer = ImporterOf<'transactions'> | ImporterOf<'holdings'>;

/** The reason of rows that are no entries: of broker files, and of any file's rows with a single cell. */
export const NO_ENTRY = 'A title, total or footnote, not a row of data.';

/** Turns a record into a header row. */
export function headerRow(record: readonly string[]): HeaderRow {
  const names = record.map((cell) => cell.trim().replace(/\s+/g, ' '));
  const keys = names.map(headerKey);
  const places = new Map<string, number[]>();
  for (const [at, key] of keys.entries()) {
    const known = places.get(key);
    if (known === undefined) places.set(key, [at]);
    else known.push(at);
  }
  return { names, keys, places };
}

/** `Avg. cost`, `avg_cost` and `AVG COST` are the same header. */
export function headerKey(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Finds each word by the headers it may stand under, the first of them that is there. Each column is given to one
 * word only. A space-separated list of header keys per word.
 */
export function columnsFor(header: HeaderRow, aliases: Readonly<Record<string, string>>): Columns {
  const columns: Record<string, number> = {};
  const taken = new Set<number>();
  for (const [word, list] of Object.entries(aliases)) {
    for (const key of keysOf(list)) {
      const at = header.places.get(key)?.find((place) => !taken.has(place));
      if (at === undefined) continue;
      columns[word] = at;
      taken.add(at);
      break;
    }
  }
  return columns;
}

/** Lists of keys, taken apart: there are some hundreds of them, and each file is held against them all. */
const KEYS = new Map<string, readonly string[]>();

function keysOf(list: string): readonly string[] {
  const known = KEYS.get(list);
  if (known !== undefined) return known;
  const keys = list.split(' ');
  KEYS.set(list, keys);
  return keys;
}

/** The given words as fields of the same name; blank cells are left out. The caller names the type of its file. */
export function copyFields<T extends ImportType = never>(
  cell: Cell,
  words: readonly FieldOf<T>[],
): RawFields<T> {
  const fields: RawFields<T> = {};
  for (const word of words) {
    const text = cell(word);
    if (text !== '') fields[word] = text;
  }
  return fields;
}

/** {@link NO_ENTRY} where all these words are blank, as in totals and notes below a table; else null. */
export function noEntry(cell: Cell, words: readonly string[]): string | null {
  return words.every((word) => /^-*$/.test(cell(word).trim())) ? NO_ENTRY : null;
}

/** What becomes of a row: excluded with a reason, or waiting. */
export type Fate<T extends ImportType = ImportType> = Pick<RawRow<T>, 'excluded' | 'undecided'>;

/** {@link noEntry}, else what becomes of the row. */
export function fateOf<T extends ImportType>(cell: Cell, words: readonly string[], fate: Fate<T>): Fate<T> {
  const title = noEntry(cell, words);
  return title === null ? { ...fate, excluded: fate.excluded ?? null } : { excluded: title };
}

/** The amount that a row states beside its quantity and price; nothing where the cell is blank. */
export function statedAmount(text: string, charges: StatedAmount['charges']): { stated?: StatedAmount } {
  const amount = text.trim();
  return /\d/.test(amount) ? { stated: { amount, charges } } : {};
}

/** Several cells as one number to be added up; blank ones are left out. */
export function sumOf(cell: Cell, words: readonly string[]): string {
  return words
    .map((word) => cell(word).trim())
    .filter((text) => text !== '' && text !== '-')
    .join(PLUS);
}

/**
 * The id of an execution, unique in a portfolio: exchange, day, and the number the exchange gave it. None where a
 * spreadsheet has cut the number short (2.40116E+13), since then many are one; and where a part is missing.
 */
export function executionId(exchange: string, number: string): { execution_id?: string } {
  const id = number.trim().replace(/^="?|"$/g, '');
  const place = exchange.trim().toUpperCase();
  if (id === '' || place === '' || /^[\d.]+e\+?\d+$/i.test(id) || /^0+$/.test(id)) return {};
  return { execution_id: `${place}:${DAY_OF_ROW}:${id}` };
}
