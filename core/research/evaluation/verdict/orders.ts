import { createHmac } from 'node:crypto';
import { type Ordering, type Scorecard, type Scores, type Side, SIDES } from './scorecard.ts';

/**
 * In which order a judge is asked its two questions: by HMAC-SHA-256 of the case and the judge under the seed, so that the same
 * seed asks alike and nobody chooses who comes first (decisions/Evaluation harness).
 * @param caseHash what is judged, as `inputs_hash` names it
 */
export function orderOf(seed: number, caseHash: string, judge: string): readonly [Ordering, Ordering] {
  const digest = createHmac('sha256', String(seed)).update(`${caseHash}\n${judge}`).digest();
  return digest.readUInt8(0) % 2 === 0 ? ['FORWARD', 'REVERSE'] : ['REVERSE', 'FORWARD'];
}

/** The reports in the order in which they are shown. */
export const shownAs = (ordering: Ordering): readonly [Side, Side] =>
  ordering === 'FORWARD' ? ['left', 'right'] : ['right', 'left'];

/** What a scorecard says by report rather than by place. */
export interface ByReport {
  scores: Readonly<Record<Side, Scores>>;
  /** Null: neither. */
  preferred: Side | null;
}

/** Places are not identities: what was shown first is the candidate in one order and the reference in the other. */
export function byReport({ first, second, preferred }: Scorecard, ordering: Ordering): ByReport {
  const [shownFirst, shownSecond] = shownAs(ordering);
  const of = (side: Side): Scores => (side === shownFirst ? first : second);
  return {
    scores: Object.fromEntries(SIDES.map((side) => [side, of(side)])) as Record<Side, Scores>,
    preferred: preferred === 'NEITHER' ? null : preferred === 'FIRST' ? shownFirst : shownSecond,
  };
}
