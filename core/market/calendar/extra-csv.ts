import { CsvFault, csvRecords } from '../../platform/index.ts';

const COLUMNS = ['date', 'exchange', 'kind', 'reason', 'open', 'close'];
const NEEDED = COLUMNS.slice(0, 4);

/**
 * The lines of a small CSV file (commas, quotes doubled inside quotes, any line ends) as records by column; empty
 * cells are left out. A sentence instead when the file as a whole cannot be read.
 */
export function readCsv(text: string): Record<string, string>[] | string {
  const records = recordsOf(text);
  if (records === null) return 'A quoted cell is never closed. Add the missing quotation mark.';
  const [header, ...rows] = records.filter((cells) => cells.some((cell) => cell.trim() !== ''));
  const names = header?.map((cell) => cell.trim().toLowerCase()) ?? [];
  const missing = NEEDED.filter((name) => !names.includes(name));
  if (missing.length > 0) return `The header row is missing these columns: ${missing.join(', ')}. Add them.`;
  if (new Set(names).size < names.length) return 'The header row has the same column twice.';
  return rows.map((cells) =>
    Object.fromEntries(
      cells
        .map((cell, index): [string, string] => [names[index] ?? `column ${index + 1}`, cell.trim()])
        .filter(([, cell]) => cell !== ''),
    ),
  );
}

function recordsOf(text: string): string[][] | null {
  try {
    return csvRecords(text);
  } catch (error) {
    if (error instanceof CsvFault) return null;
    throw error;
  }
}
