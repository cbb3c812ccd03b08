import { backupCheck, type BackupHoldings } from '../platform/backup/index.ts';
import { dayInWords, momentInWords } from '../platform/index.ts';
import {
  flag,
  instant,
  listOf,
  number,
  oneOf,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../platform/schema/index.ts';

/** The backups of this installation, for its owner. */
export const backupsView = view({
  /** When the daily one is made, Indian time; null where that is switched off. */
  time: textOrNull,
  /** How many scheduled ones are kept. */
  keep: whole,
  folder: text,
  /** The newest one, scheduled or not; null where there is none. */
  last: view({ name: text, at: instant, bytes: number, size: text, is_scheduled: flag }).nullable().defined(),
  /** The check, by a tried restore, of the newest backup that has one; null where none has. */
  last_check: backupCheck.shape({ name: text, made_at: instant }).nullable().defined(),
  /** The same for a person: Settings, /health and /readyz show these. */
  lines: listOf(view({ tone: oneOf('ok', 'warning', 'failure'), text })),
  scheduled_count: whole,
  /** All of them together. */
  total_bytes: number,
  /** The last time of the schedule passed without a backup. */
  is_overdue: flag,
  /** Why nothing is known of the folder. */
  reason: textOrNull,
});
export type BackupsView = ViewOf<typeof backupsView>;
type BackupLine = BackupsView['lines'][number];

/** Lines about the newest backup, then about the last check and the contents of the checked backup. */
export function backupLines(
  { last, last_check, is_overdue, reason }: Omit<BackupsView, 'lines'>,
  now: Date,
): BackupLine[] {
  if (reason !== null) return [{ tone: 'failure', text: reason }];
  if (last === null) return [{ tone: 'warning', text: 'There is no backup yet.' }];
  const made = `${momentInWords(last.at)}, ${last.size}${last.is_scheduled ? '' : ', made manually'}`;
  return [
    { tone: 'ok', text: `Last backup: ${made}.` },
    ...(is_overdue
      ? [
          {
            tone: 'warning' as const,
            text: 'The daily backup is missing. Notifications say why. To make one now, run: npm run backup',
          },
        ]
      : []),
    ...(last_check === null
      ? [{ tone: 'warning' as const, text: 'No backup was checked yet.' }]
      : checkLines(last_check, now)),
  ];
}

function checkLines(check: NonNullable<BackupsView['last_check']>, now: Date): BackupLine[] {
  const { name, at, made_at, outcome, reason, holds } = check;
  const which = `${name} of ${momentInWords(made_at)} (${ageOf(made_at, now)})`;
  const told: BackupLine =
    outcome === 'PASSED'
      ? { tone: 'ok', text: `Last check: ${momentInWords(at)}. ${which} can be restored.` }
      : {
          tone: outcome === 'FAILED' ? 'failure' : 'warning',
          text: `${which} ${outcome === 'FAILED' ? 'failed its check' : 'could not be checked'} on ${momentInWords(at)}. ${reason ?? ''}`.trim(),
        };
  return holds === null ? [told] : [told, { tone: 'ok', text: holdingsLine(holds) }];
}

const counted = (count: number, one: string): string =>
  `${count.toLocaleString('en-IN')} ${one}${count === 1 ? '' : 's'}`;

/** Names of the schemas for people. */
const AREAS: Readonly<Record<string, string>> = {
  identity: 'people',
  portfolio: 'portfolio',
  evidence: 'audit log',
  market: 'market data',
  broker: 'connections',
  strategy: 'strategies',
  policy: 'policies',
  platform: 'server',
};

/** The contents of a backup or a database. @param what the subject of the sentence */
export function holdingsLine({ persons, areas, from, to }: BackupHoldings, what = 'It'): string {
  const rows = areas.reduce((sum, one) => sum + one.rows, 0);
  const parts = areas.map(
    ({ area, rows: count }) => `${AREAS[area] ?? area} ${count.toLocaleString('en-IN')}`,
  );
  const days =
    from === null || to === null
      ? 'No transactions.'
      : `Transactions from ${dayInWords(from)} to ${dayInWords(to)}.`;
  return `${what} holds ${counted(persons, 'person')} and ${counted(rows, 'row')}: ${parts.join(', ')}. ${days}`;
}

const HOUR_MS = 3_600_000;

/** `5 hours old`, `3 days old`. */
function ageOf(madeAt: string, now: Date): string {
  const hours = Math.max(0, Math.floor((now.getTime() - Date.parse(madeAt)) / HOUR_MS));
  return hours < 48 ? `${counted(hours, 'hour')} old` : `${counted(Math.floor(hours / 24), 'day')} old`;
}
