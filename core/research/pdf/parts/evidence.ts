import { momentInWords } from '../../../platform/index.ts';
import { figureWords } from '../../port/figure-words.ts';
import type { Content } from '../content.ts';
import { type References, referencesOf } from '../references.ts';
import type { Paper } from '../type/paper.ts';
import { STYLES } from '../type/styles.ts';
import { table } from '../type/table.ts';
import {
  AUTHORITY_LABELS,
  CLAIM_LABELS,
  CONFLICT_RULES,
  periodInWords,
  plain,
  scopeInWords,
} from '../words.ts';

type Publication = NonNullable<Content['publication']>;

/** What the report says, claim by claim, the facts that hold it up, what sources differ on, and the sources. */
export function evidence(paper: Paper, { publication }: Content): void {
  if (publication === null) return;
  const refs = referencesOf(publication);
  claims(paper, publication, refs);
  facts(paper, publication, refs);
  conflicts(paper, publication, refs);
  sources(paper, publication);
}

function claims(paper: Paper, { claims: all }: Publication, refs: References): void {
  paper.heading('Claims');
  if (all.length === 0) {
    paper.paragraph('The report makes no claims.', STYLES.body);
    return;
  }
  table(
    paper,
    [
      { label: 'No.', share: 0.9 },
      { label: 'What it says', share: 5.8 },
      { label: 'Label', share: 1.8 },
      { label: 'Facts', share: 1.9 },
      { label: 'Sources', share: 1.4 },
    ],
    all.map(({ claim_id, text, label, fact_ids, source_ids }) => [
      [{ text: claim_id, style: STYLES.smallStrong }],
      text,
      CLAIM_LABELS[label],
      refs.facts(fact_ids) || '–',
      refs.sources(source_ids) || '–',
    ]),
  );
}

function facts(paper: Paper, { facts: all }: Publication, refs: References): void {
  paper.heading('Facts');
  if (all.length === 0) {
    paper.paragraph('No claim rests on a figure.', STYLES.body);
    return;
  }
  table(
    paper,
    [
      { label: 'No.', share: 0.9 },
      { label: 'Figure', share: 4.2 },
      { label: 'Of', share: 1.9 },
      { label: 'Period', share: 1.9 },
      { label: 'Value', share: 2.3, align: 'right' },
      { label: 'Authority', share: 1.8 },
      { label: 'Sources', share: 1.2 },
    ],
    all.map((fact, at) => [
      [{ text: `F${at + 1}`, style: STYLES.smallStrong }],
      [
        { text: fact.title, style: STYLES.small },
        { text: fact.fact_id, style: STYLES.id },
        ...(fact.derivation === null
          ? []
          : [
              {
                text: `Calculated: ${fact.derivation.formula}, from ${refs.facts(fact.derivation.inputs)}`,
                style: STYLES.note,
              },
            ]),
      ],
      scopeInWords(fact),
      periodInWords(fact.period),
      [{ text: figureWords(fact), style: STYLES.smallStrong }],
      [
        { text: AUTHORITY_LABELS[fact.authority], style: STYLES.small },
        ...(fact.is_validated ? [] : [{ text: 'covers nothing', style: STYLES.note }]),
      ],
      refs.sources(fact.source_ids) || '–',
    ]),
  );
}

function conflicts(paper: Paper, { conflicts: all }: Publication, refs: References): void {
  paper.heading('Conflicts');
  if (all.length === 0) {
    paper.paragraph('No two sources differ on a figure of this report.', STYLES.body);
    return;
  }
  for (const { fact_id, title, period, candidates, chosen, rule, note } of all) {
    paper.subheading(`${title}, ${periodInWords(period)}`);
    paper.paragraph(
      `${refs.facts([fact_id])}. ${CONFLICT_RULES[rule]}.${note.trim() === '' ? '' : ` ${note}`}`,
      STYLES.small,
    );
    table(
      paper,
      [
        { label: 'Source', share: 2 },
        { label: 'Figure', share: 3, align: 'right' },
        { label: 'Authority', share: 2.4 },
        { label: 'Published', share: 3 },
        { label: 'Outcome', share: 2 },
      ],
      candidates.map((one, at) => {
        const style = at === chosen ? STYLES.smallStrong : STYLES.small;
        return [
          refs.sources([one.source_id]),
          [{ text: figureWords(one), style }],
          AUTHORITY_LABELS[one.authority],
          one.published_at === null ? 'not known' : momentInWords(one.published_at),
          [{ text: at === chosen ? 'stands' : 'set aside', style }],
        ];
      }),
    );
  }
}

function sources(paper: Paper, { sources: all }: Publication): void {
  paper.heading('Sources');
  if (all.length === 0) {
    paper.paragraph('The report cites no source.', STYLES.body);
    return;
  }
  table(
    paper,
    [
      { label: 'No.', share: 0.8 },
      { label: 'Document', share: 8.2 },
      { label: 'Publisher', share: 1.6 },
      { label: 'Authority', share: 1.9 },
      { label: 'Published', share: 1.8 },
    ],
    all.map((one, at) => [
      [{ text: `S${at + 1}`, style: STYLES.smallStrong }],
      [
        { text: one.title, style: STYLES.small },
        ...(one.url === null ? [] : [{ text: one.url, style: STYLES.id }]),
        { text: one.source_id, style: STYLES.id },
        { text: one.evidence_hash, style: STYLES.id },
      ],
      one.publisher,
      [
        { text: AUTHORITY_LABELS[one.authority], style: STYLES.small },
        { text: plain(one.source_class), style: STYLES.note },
      ],
      one.published_at === null ? 'not known' : momentInWords(one.published_at),
    ]),
  );
}
