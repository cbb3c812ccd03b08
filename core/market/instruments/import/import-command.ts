import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { withTimeOf } from '../../../platform/index.ts';
import { INDEXES } from '../membership.ts';
import type { ImportOptions, ListReport, ListToImport } from './import-service.ts';
import { isListDate } from './list-cells.ts';
import { reportLines } from './report-lines.ts';

interface Importer {
  importLists(
    lists: readonly ListToImport[],
    options: ImportOptions,
    written: (report: ListReport) => void,
  ): Promise<ListReport[]>;
}

/** The words of the command line, or null where they make no sense: files, `--index` with a name, `--as-of` with a day. */
export function importWords(args: readonly string[]): { files: string[]; options: ImportOptions } | null {
  const files: string[] = [];
  const options: ImportOptions = {};
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? '';
    if (!word.startsWith('--')) {
      files.push(word);
      continue;
    }
    at += 1;
    const value = args[at] ?? '';
    if (word === '--index') options.index = INDEXES.find((name) => name === value.toUpperCase());
    else if (word === '--as-of') options.asOf = isListDate(value) ? value : undefined;
    if ((word === '--index' ? options.index : word === '--as-of' ? options.asOf : undefined) === undefined)
      return null;
  }
  return files.length === 0 ? null : { files, options };
}

/**
 * Imports the files and says what was done, file by file.
 * @returns whether every row was taken, placeholders apart.
 */
export async function importFiles(
  importer: Importer,
  { files, options }: { files: readonly string[]; options: ImportOptions },
  say: (line: string) => void,
): Promise<boolean> {
  const lists = await Promise.all(
    files.map(async (file) => ({ name: path.basename(file), bytes: await readFile(file) })),
  );
  const told = (report: ListReport) => {
    for (const line of reportLines(report)) say(line);
  };
  const reports = await withTimeOf('job', () => importer.importLists(lists, options, told));
  return reports.every(({ issues }) => issues.every(({ level }) => level === 'skipped'));
}
