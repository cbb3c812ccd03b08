/** Words of AI research: what statuses, stages and reasons mean. */
import { moment } from '../../../../../charts/index.ts';
import type { Dossier, ResearchRun } from '../../api/types.ts';

type Fact = Dossier['facts'][number];

export const STATUSES: Readonly<
  Record<ResearchRun['status'], { label: string; color: string; meaning: string }>
> = {
  queued: { label: 'Waiting', color: 'gray', meaning: 'It waits for its turn.' },
  running: { label: 'Running', color: 'blue', meaning: 'A worker goes through its stages.' },
  COMPLETED: {
    label: 'Completed',
    color: 'teal',
    meaning: 'Every required section rests on strong enough evidence.',
  },
  PARTIAL: { label: 'Partial', color: 'yellow', meaning: 'The evidence is there; no report was written.' },
  REVIEW_REQUIRED: {
    label: 'Review required',
    color: 'orange',
    meaning: 'Required sections lack evidence that is strong enough.',
  },
  FAILED: { label: 'Failed', color: 'red', meaning: 'Nothing can be read from it.' },
  CANCELLED: { label: 'Cancelled', color: 'gray', meaning: 'It was cancelled.' },
};

export const STAGE_COLORS: Readonly<Record<Dossier['stages'][number]['status'], string>> = {
  PENDING: 'gray',
  RUNNING: 'blue',
  COMPLETED: 'teal',
  FAILED: 'red',
  BLOCKED: 'orange',
  SKIPPED: 'gray',
};

export const MODES: Readonly<Record<ResearchRun['mode'], { label: string; meaning: string }>> = {
  CURRENT: { label: 'Current', meaning: 'What is known now. The sources are asked.' },
  OFFLINE: { label: 'Offline', meaning: 'Only what is kept or was imported. Nobody is asked.' },
  HISTORICAL: { label: 'Historical', meaning: 'Only what was published by a moment of the past.' },
};

export const RULES: Readonly<Record<Dossier['conflicts'][number]['rule'], string>> = {
  HIGHER_AUTHORITY: 'The stronger publisher stands',
  LATEST_REVISION: 'The latest revision stands',
  REPORTED_OVER_DERIVED: 'What is reported stands over what is calculated',
  FIRST_SEEN: 'The first one stands',
};

/** `ACQUIRE_NSE_FILINGS` is "Acquire nse filings". */
export function plain(name: string): string {
  const words = name.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const asked = ({ mode, cutoff }: ResearchRun): string =>
  cutoff === null ? MODES[mode].label : `${MODES[mode].label}, as of ${moment(cutoff)}`;

/** Digits in groups of three; exact text, however long. */
export function grouped(value: string): string {
  const [whole = '', fraction] = value.split('.');
  const parted = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return fraction === undefined ? parted : `${parted}.${fraction}`;
}

export const valueText = ({ value, value_high, unit }: Fact): string =>
  `${grouped(value)}${value_high === null ? '' : ` to ${grouped(value_high)}`} ${unit}`;

/** `sha256:` and the first digits of a hash. */
export const shortHash = (hash: string): string => hash.slice(0, 'sha256:'.length + 10);

/** Rows under what they share, in the order in which that comes first. */
export function groupsOf<T>(rows: readonly T[], keyOf: (row: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups];
}
