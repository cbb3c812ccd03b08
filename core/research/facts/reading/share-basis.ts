import type { EvidencePacket } from '../../port/index.ts';
import { daysApart, Decimal } from '../../../platform/index.ts';
import { figureOf } from '../figures.ts';
import { isAfter, isDated } from './adaptation.ts';

/** On which shares a figure stands: the day of the last change before; `''` before all of them, null where nobody can say. */
export type ShareBasis = string | null;

/** Days by which two sources may differ on one action. */
const SAME_ACTION_DAYS = 7;

/** What changed the number of a company's shares by a moment, the earliest first. */
export interface ShareChanges {
  readonly days: readonly string[];
  /** The basis of a figure that its source dates itself, or else of what was said at a moment. */
  basisOf(named: string | null, saidAt: string | null): ShareBasis;
  /** The basis of what is said today. */
  readonly today: string;
  /** By how much one share of a basis became more, by today; null where a change has no readable ratio. */
  factorSince(basis: string): Decimal | null;
}

/**
 * Changes of shares, from the actions in the packets. A split and a bonus of one day are one change, and two sources of one
 * action are one action: the strongest publisher comes first and counts.
 */
export function shareChanges(packets: readonly EvidencePacket[], as_of: string): ShareChanges {
  const today = as_of.slice(0, 10);
  const found = new Map<string, Map<string, Decimal | null>>();
  const stated = new Set<string>();
  for (const { source_class, authority, observations } of packets) {
    const before = [...found.keys()];
    // Another source may tell the same action by a day near it, or a split and a bonus as one.
    const isTold = (day: string) =>
      before.some((other) => other !== day && daysApart(other, day) <= SAME_ACTION_DAYS);
    const isKnown = source_class.startsWith('VERIFIED_') && authority !== 'DISCOVERED';
    for (const { metric, scope, end, value, share_basis, published_at } of observations) {
      if (scope === 'peer' || isAfter(published_at, as_of)) continue;
      if (share_basis !== null && share_basis <= today) stated.add(share_basis);
      if ((metric !== 'split_ratio' && metric !== 'bonus_ratio') || !isKnown || end > today) continue;
      const ratio = value === null ? null : figureOf(value);
      if (isTold(end)) continue;
      const ofDay = found.get(end) ?? new Map<string, Decimal | null>();
      if (!ofDay.get(metric) && !(before.includes(end) && !ofDay.has(metric))) ofDay.set(metric, ratio);
      found.set(end, ofDay);
    }
  }
  // Where no source has the action, figures that name their shares still tell that there was one.
  if (found.size === 0) for (const day of stated) found.set(day, new Map([['split_ratio', null]]));
  const days = [...found.keys()].toSorted();
  const lastBy = (day: string) => days.findLast((one) => one <= day) ?? '';
  return {
    days,
    today: lastBy(today),
    basisOf: (named, saidAt) => {
      if (named !== null) return lastBy(named);
      if (days.length === 0) return '';
      return isDated(saidAt) ? lastBy(saidAt.slice(0, 10)) : null;
    },
    factorSince: (basis) => {
      let factor: Decimal | null = new Decimal(1);
      for (const day of days.filter((one) => one > basis)) {
        for (const ratio of found.get(day)?.values() ?? []) {
          factor = factor === null || ratio === null || ratio.lte(0) ? null : factor.times(ratio);
        }
      }
      return factor;
    },
  };
}
