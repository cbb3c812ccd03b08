import type { Content } from '../content.ts';
import type { Paper } from '../type/paper.ts';
import { STYLES } from '../type/styles.ts';
import { table } from '../type/table.ts';
import { AUTHORITY_LABELS, COVERAGE_REASONS, FAMILY_LABELS, percentInWords } from '../words.ts';

/** What each section rests on. */
export function coverage(paper: Paper, { publication, requiredPct }: Content): void {
  if (publication === null) return;
  paper.heading('Coverage');
  paper.paragraph(
    `${
      requiredPct === null
        ? 'How much of the required evidence was found is unknown'
        : `${percentInWords(requiredPct)} of the required evidence was found`
    }. ${
      publication.coverage.verdict === 'SUFFICIENT'
        ? 'Every required section rests on strong enough evidence.'
        : 'A required section lacks strong enough evidence, so the report needs a review.'
    }`,
    STYLES.body,
  );
  table(
    paper,
    [
      { label: 'Section', share: 3 },
      { label: 'Kind of evidence', share: 2.4 },
      { label: 'Needs at least', share: 1.8 },
      { label: 'Rests on', share: 1.8 },
      { label: 'Covered', share: 3.4 },
    ],
    publication.sections.map(
      ({ title, required, coverage: { family, minimum, achieved, covered, reason } }) => [
        [
          { text: title, style: STYLES.smallStrong },
          ...(required ? [{ text: 'required', style: STYLES.note }] : []),
        ],
        FAMILY_LABELS[family],
        minimum === null ? 'Never enough' : AUTHORITY_LABELS[minimum],
        achieved === null ? 'Nothing' : AUTHORITY_LABELS[achieved],
        covered ? 'Yes' : `No. ${reason === null ? '' : COVERAGE_REASONS[reason]}`.trim(),
      ],
    ),
  );
}
