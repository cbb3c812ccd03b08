import { isKnown, UNKNOWN } from '../../../../../charts/format.ts';
import type { Capacity } from '../../api/types.ts';

type Limit = Capacity['limits'][number];

export const count = (rows: number | null): string =>
  isKnown(rows) ? rows.toLocaleString('en-IN') : UNKNOWN;

/** `812 kB`, `12.4 MB`; a shrinking size has a minus sign. */
export function size(bytes: number): string {
  const amount = Math.abs(bytes);
  const sign = bytes < 0 ? '−' : '';
  if (amount < 1e6) return `${sign}${Math.round(amount / 1000)} kB`;
  return amount < 1e9 ? `${sign}${(amount / 1e6).toFixed(1)} MB` : `${sign}${(amount / 1e9).toFixed(1)} GB`;
}

export const growthWords = ({ bytes_a_day: daily, days }: Capacity['database']): string =>
  daily === null ? 'growth unknown' : `${size(daily)} a day over ${days} ${days === 1 ? 'day' : 'days'}`;

/** Used share of a limit, and the room left. */
export function limitWords({ used_pct, people_fit, days_left }: Limit): { used: string; room: string } {
  const used = used_pct === null ? UNKNOWN : used_pct < 0.1 ? 'under 0.1 %' : `${used_pct} %`;
  if (people_fit !== null) return { used, room: `${count(people_fit)} people` };
  return { used, room: days_left === null ? UNKNOWN : `${count(days_left)} days` };
}

/** Names the limit that would run out first. */
export function firstLine({ limits, first }: Pick<Capacity, 'limits' | 'first'>): string {
  const limit = limits.find(({ name }) => name === first);
  if (limit === undefined) return 'Nothing is measured yet.';
  const { used, room } = limitWords(limit);
  const more = room === UNKNOWN ? '' : `, with room for ${room}`;
  return `${limit.label} would run out first: ${used} is used${more}.`;
}

/** Unknown figures with their reasons, one line for each reason. */
export function unknownLines(of: Pick<Capacity, 'database' | 'counts' | 'limits'>): string[] {
  const labels = new Map<string, string[]>();
  const all = [
    { label: 'Growth of the database', ...of.database },
    ...of.counts,
    ...of.limits.filter(({ used }) => used === null),
  ];
  for (const { label, reason } of all)
    if (reason !== null) labels.set(reason, [...(labels.get(reason) ?? []), label]);
  return [...labels].map(([reason, names]) => `${names.join(', ')}: ${reason}`);
}
