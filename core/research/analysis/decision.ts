import { type Publication, type Rating, RATINGS } from '../publication/index.ts';
import type { OutputOf } from './outputs.ts';

/** A rating in a committee's words; null for what is none. Nothing is taken for HOLD that does not say so. */
export function ratingOf(text: string | null): Rating | null {
  const word = text
    ?.trim()
    .toUpperCase()
    .replaceAll(/[\s-]+/g, '_');
  return RATINGS.find((one) => one === word) ?? null;
}

/**
 * What a report decides. Where the committee gives no rating it is NOT_RATED, and only that is overridden
 * (research/Evidence acquisition rules 11).
 * @param words the committee's words, already without what nothing supports
 */
export function decisionOf(
  committee: OutputOf<'COMMITTEE'> | undefined,
  words: (text: string | null, path: string) => string | null,
): Pick<Publication, 'decision' | 'committee'> {
  if (committee === undefined)
    return {
      decision: {
        rating: 'NOT_RATED',
        action: 'WATCH',
        confidence: null,
        horizon: null,
        overridden: true,
        override_reason: 'The committee did not finish.',
      },
      committee: { disagreement: null, coverage_note: null, why_not: null, thesis_requirements: [] },
    };
  const rating = ratingOf(committee.rating);
  const { action, confidence } = committee;
  return {
    decision: {
      rating: rating ?? 'NOT_RATED',
      action,
      confidence,
      horizon: words(committee.horizon, 'COMMITTEE.horizon'),
      overridden: rating === null,
      override_reason: rating === null ? 'The committee gave no rating.' : null,
    },
    committee: {
      disagreement: words(committee.disagreement, 'COMMITTEE.disagreement'),
      coverage_note: words(committee.coverage_note, 'COMMITTEE.coverage_note'),
      why_not: words(committee.why_not, 'COMMITTEE.why_not'),
      thesis_requirements: committee.thesis_requirements.flatMap((one, at) => {
        const kept = words(one, `COMMITTEE.thesis_requirements.${at}`);
        return kept === null ? [] : [kept];
      }),
    },
  };
}
