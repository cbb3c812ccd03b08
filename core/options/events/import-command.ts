import { readFile } from 'node:fs/promises';
import { EVENT_DEFAULTS } from './event-defaults.ts';
import { EVENT_COLUMNS } from './event-file.ts';
import type { Events } from './events-service.ts';

/** What `npm run import-events` says beyond its own usage. */
export const EVENT_HELP: readonly string[] = [
  `  CSV with a header, or JSON with the same names: ${EVENT_COLUMNS.join(', ')}.`,
  '  name, category and date are required; you can give starts_at and ends_at instead of date: 2026-12-04 09:45 (IST), or ISO-8601.',
  '  Without a severity or times, the category decides:',
  ...Object.entries(EVENT_DEFAULTS).map(
    ([category, { severity, words }]) => `    ${category.padEnd(8)} ${severity.padEnd(8)} ${words}`,
  ),
  '  Importing twice changes nothing. Give an event an id if its date may move: the same id with another date moves it.',
  '  Your own event replaces the built-in one of the same category, underlying and day; cancelled=yes removes it.',
  '  --dry-run  shows what would change and saves nothing',
];

interface EventFileWords {
  file: string;
  dryRun: boolean;
}

/** The words of the command line, or null where they make no sense. */
export function eventFileWords(args: readonly string[]): EventFileWords | null {
  const [file, ...more] = args.filter((word) => word !== '--dry-run');
  if (file === undefined || more.length > 0 || file.startsWith('--')) return null;
  return { file, dryRun: args.includes('--dry-run') };
}

/** Imports a file of events for a person. @returns whether every row was taken */
export async function importEventFile(
  events: Pick<Events, 'import'>,
  userId: string,
  { file, dryRun }: EventFileWords,
  { say, complain }: { say: (text: string) => void; complain: (text: string) => void },
): Promise<boolean> {
  const content = await readFile(file, 'utf8');
  const done = await events.import(userId, { content, dry_run: dryRun }, 'command line');
  for (const { row, code, message } of done.errors)
    complain(`${row === 0 ? file : `Row ${row}`}: ${code} ${message}`);
  say(
    `${done.added} events added, ${done.changed} changed, ${done.unchanged} already there, ${done.errors.length} rejected.${dryRun ? ' Nothing was saved.' : ''}`,
  );
  return done.errors.length === 0;
}
