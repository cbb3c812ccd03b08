import { daysBetween, type Decimal } from '../../../platform/index.ts';
import type { MetricId } from '../../port/index.ts';
import { fromDouble } from '../figures.ts';
import type { Entry } from '../rivals.ts';
import { addWhereMissing, type DerivationContext, notDerived } from './derive.ts';

/** A median of fewer peers is none. */
const LEAST_PEERS = 3;

/** Ratios of the peers and their medians. */
export const MEDIANS = [
  ['pe_ttm', 'peer_pe_median'],
  ['pb_ratio', 'peer_pb_median'],
] as const satisfies readonly (readonly [MetricId, MetricId])[];

/**
 * The median of a ratio over the peers, one contribution each: its newest. A peer without the ratio, such as one that makes a
 * loss, contributes nothing (research/Evidence acquisition rules 7).
 */
export function deriveMedian({ book, symbol, as_of }: DerivationContext, from: MetricId, to: MetricId): void {
  const byPeer = new Map<string, Entry>();
  for (const entry of book.of(from)) {
    const { scope, scope_detail: peer, period } = entry.fact;
    if (scope !== 'peer' || peer === null || peer === symbol || entry.chosen.value.lte(0)) continue;
    const other = byPeer.get(peer);
    if (other === undefined || daysBetween(other.fact.period.end, period.end) > 0) byPeer.set(peer, entry);
  }
  const ends = [...byPeer.values()].map(({ fact }) => fact.period.end).toSorted();
  const period = { key: 'LATEST', start: null, end: ends.at(-1) ?? as_of.slice(0, 10) };
  if (byPeer.size === 0) return;
  if (byPeer.size < LEAST_PEERS) {
    const reason = `Peers with this figure: ${byPeer.size}. A median needs at least ${LEAST_PEERS}.`;
    notDerived(book, to, 'peer', period, reason);
    return;
  }
  const sorted = [...byPeer.values()].toSorted((one, other) => one.chosen.value.cmp(other.chosen.value));
  const value = median(sorted.map(({ chosen }) => chosen.value));
  if (value === null) return;
  addWhereMissing(book, {
    metric: to,
    scope: 'peer',
    scope_detail: null,
    period,
    unit: 'ratio',
    value,
    shape: 'industry',
    formula: `median of ${sorted.length} peers`,
    inputs: sorted,
  });
}

function median(sorted: readonly Decimal[]): Decimal | null {
  const middle = Math.floor(sorted.length / 2);
  const [below, at] = [sorted[middle - 1], sorted[middle]];
  if (at === undefined) return null;
  if (sorted.length % 2 === 1) return fromDouble(at.toNumber());
  return below === undefined ? null : fromDouble((below.toNumber() + at.toNumber()) / 2);
}
