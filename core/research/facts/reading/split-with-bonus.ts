import type { Decimal } from '../../../platform/index.ts';
import { isAtLeast } from '../../port/index.ts';
import { exactText } from '../figures.ts';
import type { Candidate } from './candidate.ts';

/** Whether a figure belongs to what changes the number of shares. */
export function isShareRatio({ metric }: Candidate): boolean {
  return metric === 'split_ratio' || metric === 'bonus_ratio';
}

/**
 * Splits and bonuses, comparable with each other: an aggregator counts a bonus as a part of the split of its day, so that its
 * ratio stands against the product of what the exchange lists for that ex-date. One that is equal says nothing of its own and
 * is told in a note; one that differs stays a rival, of the split where there is one, else of the bonus.
 */
export function reconcileSplitsWithBonus(candidates: readonly Candidate[]): Candidate[] {
  const days = new Map<string, Candidate[]>();
  for (const one of candidates) {
    const key = [one.scope, one.scope_detail, one.period.key].join('|');
    days.set(key, [...(days.get(key) ?? []), one]);
  }
  return [...days.values()].flatMap(ofOneDay);
}

function ofOneDay(all: readonly Candidate[]): Candidate[] {
  const listed = all.filter(({ authority }) => isAtLeast(authority, 'REGULATOR'));
  const split = onlyValue(listed.filter(({ metric }) => metric === 'split_ratio'));
  const bonus = onlyValue(listed.filter(({ metric }) => metric === 'bonus_ratio'));
  // Two ratios for one thing are a conflict already, and make no product.
  if (bonus === null || bonus === 'SEVERAL' || split === 'SEVERAL') return [...all];
  const product = split === null ? bonus : split.times(bonus);
  const notes: string[] = [];
  const others: Candidate[] = [];
  for (const one of all) {
    if (listed.includes(one)) continue;
    const isWeak = one.authority === 'AGGREGATOR' || one.authority === 'DISCOVERED';
    const isAlone = split !== null && one.value.eq(split);
    if (!isWeak || one.metric !== 'split_ratio' || isAlone) {
      others.push(one);
      continue;
    }
    const source = one.source_ids[0] ?? 'A source';
    const ours = split === null ? 'a bonus alone' : `${exactText(split)} × ${exactText(bonus)}`;
    const says = `${source} includes the bonus of the same day in its split of ${exactText(one.value)}`;
    if (one.value.eq(product)) notes.push(`${says}. The exchange lists ${ours}, which is the same.`);
    else {
      notes.push(`${says}. The exchange lists ${ours}, which is ${exactText(product)}.`);
      others.push(split === null ? { ...one, metric: 'bonus_ratio' } : one);
    }
  }
  return [...listed.map((one) => ({ ...one, notes: [...one.notes, ...notes] })), ...others];
}

/** The one value of several statements; null for none. */
function onlyValue(candidates: readonly Candidate[]): Decimal | null | 'SEVERAL' {
  const [first, ...rest] = candidates;
  if (first === undefined) return null;
  return rest.every(({ value }) => value.eq(first.value)) ? first.value : 'SEVERAL';
}
