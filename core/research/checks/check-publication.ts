import { atOnce, type EvidencePacket, type Fact, type Steps } from '../port/index.ts';
import type { Defect, QaStatus } from '../publication/index.ts';
import { lateSources, unresolvedIdentity, weakSections, wrongHashes } from './evidence.ts';
import { inventedFigures, unsupportedNumbers, wrongLabels } from './figures.ts';
import { danglingIds, unusedIds } from './ids.ts';
import type { Draft } from './prose.ts';

/** What a report is held against. */
export interface HeldAgainst {
  /** Every fact of the run. */
  facts: readonly Fact[];
  packets: readonly EvidencePacket[];
}

/** Every check of a report, in the order in which its defects are told. No setting leaves one out. */
const CHECKS: readonly ((this: void, draft: Draft, against: HeldAgainst) => Defect[] | Steps<Defect[]>)[] = [
  danglingIds,
  unusedIds,
  wrongLabels,
  (draft, { facts }) => unsupportedNumbers(draft, facts),
  (draft, { facts }) => inventedFigures(draft, facts),
  weakSections,
  unresolvedIdentity,
  (draft, { packets }) => wrongHashes(draft, packets),
  lateSources,
];

/** Everything that keeps a report from being approved, without any model (decisions/Publication V2). */
export const defectsOf = (draft: Draft, against: HeldAgainst): Defect[] =>
  atOnce(defectSteps(draft, against));

/** The same in pieces. */
export function* defectSteps(draft: Draft, against: HeldAgainst): Steps<Defect[]> {
  const found: Defect[] = [];
  for (const check of CHECKS) {
    yield;
    const defects = check(draft, against);
    found.push(...(Array.isArray(defects) ? defects : yield* defects));
  }
  return found;
}

/**
 * PASS without defects, FAIL with any.
 * @param isUnfinished no editor wrote it, or a stage did not come to its end: then it is UNAVAILABLE
 */
export const qaStatusOf = (defects: readonly Defect[], isUnfinished: boolean): QaStatus =>
  isUnfinished ? 'UNAVAILABLE' : defects.length === 0 ? 'PASS' : 'FAIL';
