import type { Content } from './content.ts';
import { AUTHORITY_LABELS, COVERAGE_REASONS } from './words.ts';

/** Something that stands against a report. */
interface Issue {
  code: string;
  message: string;
  /** Where in the payload; empty for the whole. */
  path: string;
}

/** Every blocking defect of QA, then each required section without evidence that is strong enough. */
export function issuesOf({ publication }: Content): Issue[] {
  if (publication === null) return [];
  const uncovered = publication.sections
    .filter(({ required, coverage }) => required && !coverage.covered)
    .map(({ id, title, coverage: { minimum, achieved, reason } }) => ({
      code: reason ?? 'NOT_COVERED',
      message: `${title}: ${reason === null ? 'The evidence does not cover it' : COVERAGE_REASONS[reason]}. Needed: ${
        minimum === null ? 'none is enough' : AUTHORITY_LABELS[minimum]
      } or stronger. Found: ${achieved === null ? 'nothing' : AUTHORITY_LABELS[achieved]}.`,
      path: `sections.${id}`,
    }));
  return [...publication.qa.blocking_defects, ...uncovered];
}
