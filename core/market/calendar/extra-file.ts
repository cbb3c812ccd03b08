import { readFile, stat } from 'node:fs/promises';
import { type ExtraEntries, parseExtraEntries } from './extra-entries.ts';

const LARGEST = 1_000_000;

/**
 * Reads an operator's calendar from a `.json` or `.csv` file of at most 1 MB. It never throws for what an operator can
 * get wrong: a missing file, a directory or a bad row comes back among the errors, so that the caller can log it and
 * go on with the built-in table.
 */
export async function readExtraFile(path: string): Promise<ExtraEntries> {
  const refused = (message: string): ExtraEntries => ({
    entries: [],
    errors: [{ row: null, field: null, message }],
  });
  const format = /\.(csv|json)$/i.exec(path)?.[1]?.toLowerCase();
  if (format !== 'csv' && format !== 'json')
    return refused(`A calendar file must end in .csv or .json: ${path}`);
  try {
    const { size } = await stat(path);
    if (size > LARGEST) return refused(`The calendar file is larger than 1 MB: ${path}`);
    return parseExtraEntries(await readFile(path, 'utf8'), format);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    return refused(`The calendar file cannot be read (${code}): ${path}`);
  }
}
