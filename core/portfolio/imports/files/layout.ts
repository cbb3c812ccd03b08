import {
  type Columns,
  type HeaderRow,
  headerRow,
  type Importer,
  IMPORTERS,
  NEEDED,
} from '../importers/index.ts';
import { type CsvDialect, csvLineEnd } from '../../../platform/index.ts';
import type { ImportType } from '../rows/index.ts';
import type { ImportLimits } from './limits.ts';
import { ImportRefusal, refusingReader } from './refusal.ts';

/** The header stands among the first records; what is above it is a title, or an account's particulars. */
export const HEADER_WITHIN = 60;
export const DELIMITERS = [',', ';', '\t', '|'];

/** How a file is cut into cells, where its header is, and who understands it. */
export interface Layout {
  dialect: CsvDialect;
  /** Records above the first row of data, the header included. */
  skip: number;
  header: HeaderRow;
  importer: Importer;
  columns: Columns;
  /** The records above the header, in lower case. */
  above: string;
}

/** The beginning of a table, cut into records. */
export interface Candidate {
  dialect: CsvDialect;
  records: readonly (readonly string[])[];
  /** The number of each record in the file; counted through from 1 where not given. */
  numbers?: readonly number[];
  refusal: ImportRefusal | null;
}

/** A layout and how sure its importer is of it. */
export interface FoundLayout {
  confidence: number;
  layout: Layout;
}

/**
 * Understands the beginning of a file: each delimiter is tried, and the one that makes one of the first rows a
 * header known to an importer is right. `complete` says that the sample is the whole file.
 * Throws ImportRefusal: CSV_UNKNOWN_COLUMNS, CSV_NO_HEADER, CSV_WRONG_TYPE, or the limit that no reading keeps.
 */
export function findLayout(
  sample: string,
  complete: boolean,
  type: ImportType | 'auto',
  limits: ImportLimits,
  importers: readonly Importer[] = IMPORTERS,
): Layout {
  const newline = csvLineEnd(sample);
  const declared = /^sep=(.)\r?\n/i.exec(sample)?.[1];
  const delimiters = declared === undefined ? DELIMITERS : [declared];
  const candidates = delimiters.map((delimiter) => read(sample, complete, { delimiter, newline }, limits));
  const found = candidates.flatMap((candidate) => layoutsOf(candidate, importers));
  const best = bestOf(found, type);
  if (best !== null) return best.layout;
  throw refusalOf(candidates, /[\p{L}\p{N}]/u.test(sample));
}

/**
 * The most confident layout of the wanted type; null where there is none of any type.
 * @throws ImportRefusal CSV_WRONG_TYPE where there is one of the other type only.
 */
export function bestOf<F extends FoundLayout>(found: readonly F[], type: ImportType | 'auto'): F | null {
  const wanted = found.filter(({ layout }) => type === 'auto' || layout.importer.type === type);
  const best = highest(wanted);
  if (best !== null) return best;
  const other = highest(found);
  if (other !== null && type !== 'auto') throw wrongType(type, other.layout);
  return null;
}

/** Every way to read the beginning of a table. */
export function layoutsOf(candidate: Candidate, importers: readonly Importer[] = IMPORTERS): FoundLayout[] {
  let above = '';
  return candidate.records.flatMap((record, index) => {
    const header = headerRow(record);
    const title = above;
    above += `${header.names.join(' ').toLowerCase()}\n`;
    // One word is no header, whatever it says.
    if (filled(record) < 2) return [];
    return importers.flatMap((importer) => {
      const match = importer.detect(header, title);
      if (match === null) return [];
      const layout = {
        dialect: candidate.dialect,
        skip: candidate.numbers?.[index] ?? index + 1,
        header,
        importer,
        columns: match.columns,
        above: title,
      };
      return [{ confidence: match.confidence, layout }];
    });
  });
}

/** The most confident one; of equals the first, which stands higher in the file or in the table of importers. */
function highest<F extends FoundLayout>(found: readonly F[]): F | null {
  let best: F | null = null;
  for (const one of found) if (best === null || one.confidence > best.confidence) best = one;
  return best;
}

function read(sample: string, complete: boolean, dialect: CsvDialect, limits: ImportLimits): Candidate {
  const records: string[][] = [];
  let refusal: ImportRefusal | null = null;
  try {
    const reader = refusingReader(dialect, limits);
    reader.push(sample, records);
    if (complete) reader.end(records);
  } catch (error) {
    if (!(error instanceof ImportRefusal)) throw error;
    refusal = error;
  }
  return { dialect, records: records.slice(0, HEADER_WITHIN), refusal };
}

/** Why none of these tables can be read. `hasWords` says whether there is anything in them at all. */
export function refusalOf(candidates: readonly Candidate[], hasWords: boolean): ImportRefusal {
  const refusals = candidates.flatMap(({ refusal }) => refusal ?? []);
  const columns = refusals.find(({ code }) => code === 'CSV_TOO_MANY_COLUMNS');
  if (columns) return columns;
  if (refusals[0]) return refusals[0];
  if (!hasWords) {
    return new ImportRefusal('CSV_EMPTY', 'This file has only blank lines. Export the report again.');
  }
  const presumed = candidates
    .map(({ records }) => headerRow(records.find((record) => filled(record) > 1) ?? []))
    .toSorted((one, other) => other.names.length - one.names.length)[0] as HeaderRow;
  const names = presumed.names.filter((name) => name !== '');
  if (names.length < 2) {
    return new ImportRefusal(
      'CSV_NO_HEADER',
      `No table was found in the first ${HEADER_WITHIN} rows of this file. It needs a header row with column names. ${NEEDED}.`,
    );
  }
  if (names.some(looksLikeData)) {
    return new ImportRefusal(
      'CSV_NO_HEADER',
      `The first row of this file is data (${listed(names)}), not a header. Add a header row above it. ${NEEDED}.`,
    );
  }
  return new ImportRefusal(
    'CSV_UNKNOWN_COLUMNS',
    `The columns of this file are not recognised. Found: ${listed(names)}. ${NEEDED}. Rename the columns and try again.`,
  );
}

function wrongType(wanted: ImportType, layout: Layout): ImportRefusal {
  const { type, format } = layout.importer;
  return new ImportRefusal(
    'CSV_WRONG_TYPE',
    `This file contains ${type} (${format}), not ${wanted}. Import it as ${type}, or let the type be detected. ${NEEDED}.`,
  );
}

function filled(record: readonly string[]): number {
  return record.filter((cell) => cell.trim() !== '').length;
}

function looksLikeData(cell: string): boolean {
  return /^[-+(]?[₹$€£]?\s*\d[\d.,]*\)?$/.test(cell) || /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/.test(cell);
}

function listed(names: string[]): string {
  const shown = names.slice(0, 30).map((name) => (name.length > 40 ? `${name.slice(0, 40)}…` : name));
  return shown.join(', ') + (names.length > 30 ? ` and ${names.length - 30} more` : '');
}
