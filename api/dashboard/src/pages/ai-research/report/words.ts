/** Words of a report: what ratings, actions, labels and checks mean. */
import type { Dossier } from '../../../api/types.ts';

type Publication = NonNullable<Dossier['report']>;
interface Word {
  label: string;
  color: string;
  meaning: string;
}

export const RATINGS: Readonly<Record<Publication['decision']['rating'], Word>> = {
  BUY: { label: 'Buy', color: 'teal', meaning: 'The report expects the share to do clearly better.' },
  OVERWEIGHT: { label: 'Overweight', color: 'teal', meaning: 'The report expects it to do better.' },
  HOLD: { label: 'Hold', color: 'blue', meaning: 'The report expects it to do about as well as others.' },
  UNDERWEIGHT: { label: 'Underweight', color: 'orange', meaning: 'The report expects it to do worse.' },
  SELL: { label: 'Sell', color: 'red', meaning: 'The report expects it to do clearly worse.' },
  NOT_RATED: {
    label: 'Not rated',
    color: 'gray',
    meaning: 'The report gives no rating. That is not a Hold.',
  },
};

export const ACTIONS: Readonly<Record<Publication['decision']['action'], Word>> = {
  ADD: { label: 'Add', color: 'teal', meaning: 'If you hold it, consider adding to it.' },
  HOLD: { label: 'Hold', color: 'blue', meaning: 'If you hold it, consider keeping it as it is.' },
  TRIM: { label: 'Trim', color: 'orange', meaning: 'If you hold it, consider selling part of it.' },
  EXIT: { label: 'Exit', color: 'red', meaning: 'If you hold it, consider selling all of it.' },
  AVOID: { label: 'Avoid', color: 'red', meaning: 'If you do not hold it, consider staying away.' },
  WATCH: { label: 'Watch', color: 'gray', meaning: 'Do not decide yet. The report says what to watch for.' },
};

export const LABELS: Readonly<Record<Publication['claims'][number]['label'], Word>> = {
  VERIFIED_FACT: { label: 'Verified', color: 'teal', meaning: 'A source of enough authority states it.' },
  CALCULATED_FACT: { label: 'Calculated', color: 'teal', meaning: 'Calculated from figures in the sources.' },
  SOURCE_REPORTED: {
    label: 'Reported',
    color: 'blue',
    meaning: 'A source reports it. It has not been checked against a stronger one.',
  },
  AI_INFERENCE: {
    label: 'AI view',
    color: 'grape',
    meaning: 'A conclusion of the model. No source states it.',
  },
  UNSUPPORTED: { label: 'Unsupported', color: 'red', meaning: 'Nothing in the evidence supports it.' },
};

export const QA: Readonly<Record<Publication['qa']['status'], Word>> = {
  PASS: { label: 'QA: PASS', color: 'teal', meaning: 'Every check of the report passed.' },
  FAIL: { label: 'QA: FAIL', color: 'red', meaning: 'Checks found mistakes in the report.' },
  UNAVAILABLE: {
    label: 'QA: UNAVAILABLE',
    color: 'orange',
    meaning: 'The report could not be checked in full.',
  },
};

export const CLASSIFICATIONS: Readonly<Record<Dossier['comparisons'][number]['classification'], Word>> = {
  STRENGTHENING: {
    label: 'Strengthening',
    color: 'teal',
    meaning: 'The case for the thesis is stronger than before.',
  },
  UNCHANGED: { label: 'Unchanged', color: 'blue', meaning: 'The case for the thesis has not changed.' },
  WEAKENING: {
    label: 'Weakening',
    color: 'orange',
    meaning: 'The case for the thesis is weaker than before.',
  },
  INSUFFICIENT_EVIDENCE: {
    label: 'Insufficient evidence',
    color: 'gray',
    meaning: 'There is no active baseline, or this run has no report to compare.',
  },
};

/** Why a section is not covered. */
export const COVERAGE_REASONS: Readonly<
  Record<NonNullable<Publication['sections'][number]['coverage']['reason']>, string>
> = {
  no_source_family: 'No source of this kind was found.',
  no_peer_data: 'Too few companies could be compared.',
  no_segment_document: 'No filing with segments was found.',
  segment_attestation_failed: 'The segments do not add up to the whole company.',
  INSUFFICIENT_AUTHORITY_FOR_COVERAGE: 'There is evidence, but its publisher is not strong enough.',
};

/** The first sentence of a text: up to a full stop that is neither within a number nor after an abbreviation. */
export function firstSentence(text: string): string {
  const whole = text.trim();
  for (const { index, 0: end } of whole.matchAll(/[.!?]+["”’)]?(?=\s|$)/g)) {
    const before = whole.slice(0, index);
    const isAbbreviation =
      end.startsWith('.') &&
      /(?:^|[\s(])(?:[A-Za-z]|Ltd|Rs|No|Mr|Mrs|Ms|Dr|St|vs|approx|Inc|Co|Corp|e\.g|i\.e|U\.S)$/.test(before);
    if (!isAbbreviation || index + end.length === whole.length) return whole.slice(0, index + end.length);
  }
  return whole;
}
