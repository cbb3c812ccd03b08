import type { Dimension } from './rubric.ts';

/** Points of a report by dimension, 1 to 5. */
export type Scores = Readonly<Record<Dimension, number>>;

/** What a judge says of two reports of which it knows no more than which it was shown first. */
export interface Scorecard {
  /** Why, in a few sentences. */
  reason: string;
  first: Scores;
  second: Scores;
  preferred: 'FIRST' | 'SECOND' | 'NEITHER';
}

/** FORWARD shows the candidate (left) first, REVERSE the reference (right). Every judge is asked in both. */
export const ORDERINGS = ['FORWARD', 'REVERSE'] as const;
export type Ordering = (typeof ORDERINGS)[number];

/** The candidate, and what it must not fall behind. */
export const SIDES = ['left', 'right'] as const;
export type Side = (typeof SIDES)[number];

/** A judge's answer to one order: a scorecard, or why there is none that counts. */
export type Judgement = { judge: string; ordering: Ordering } & (
  | { scorecard: Scorecard; invalid_reason: null }
  | { scorecard: null; invalid_reason: string }
);
