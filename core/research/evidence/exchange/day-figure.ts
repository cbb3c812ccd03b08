import { createHash } from 'node:crypto';
import { istDayEnd } from '../../../platform/index.ts';
import type { EvidenceDocument, Observation } from '../../port/index.ts';

export const NAME = 'nse_archive';

/** Nobody says when a day's file came out; by the end of the day it is there. */
export function published(day: string): string {
  return istDayEnd(day).toISOString();
}

/** What every figure of a day's file has in common. */
export const DAY_FIGURE = {
  scope: 'market',
  scope_detail: null,
  start: null,
  value_high: null,
  reason: null,
  decimals: null,
  filing: null,
  share_basis: null,
} as const satisfies Partial<Observation>;

/** One digest for a share's rows of hundreds of files: what the files say of others is no part of it. */
export function hashOfCloses(closes: readonly { day: string; close: string }[]): string {
  const all = closes.map(({ day, close }) => `${day} ${close}`);
  return createHash('sha256').update(all.join('\n')).digest('hex');
}

export function newestOf(
  documents: readonly EvidenceDocument[],
): Pick<EvidenceDocument, 'fetched_at' | 'origin'> {
  const [first, ...rest] = documents;
  if (first === undefined) throw new RangeError('a packet needs a document');
  return rest.reduce((newest, one) => (one.fetched_at > newest.fetched_at ? one : newest), first);
}
