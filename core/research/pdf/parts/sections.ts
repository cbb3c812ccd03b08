import type { Content } from '../content.ts';
import { withClaims } from '../references.ts';
import type { Paper } from '../type/paper.ts';
import { STYLES } from '../type/styles.ts';

const LISTED = { indent: 12, bullet: '•', after: 2 } as const;

/** The sections with their paragraphs, and what is missing in them. */
export function sections(paper: Paper, { publication }: Content): void {
  for (const { title, paragraphs, gaps } of publication?.sections ?? []) {
    paper.heading(title);
    for (const { text, claim_ids } of paragraphs)
      paper.paragraph(withClaims(text, claim_ids), STYLES.body, { after: 5 });
    if (paragraphs.length === 0)
      paper.paragraph('Nothing was written here.', { ...STYLES.body, color: STYLES.note.color });
    if (gaps.length === 0) continue;
    paper.subheading('Missing');
    for (const gap of gaps) paper.paragraph(gap, STYLES.small, LISTED);
  }
}

/** The cases for and against. */
export function cases(paper: Paper, { bull, bear }: Content): void {
  for (const [title, statements] of [
    ['Bull case', bull],
    ['Bear case', bear],
  ] as const) {
    paper.heading(title);
    for (const { statement, claim_ids } of statements)
      paper.paragraph(withClaims(statement, claim_ids), STYLES.body, LISTED);
    if (statements.length === 0) paper.paragraph('None was made.', STYLES.body);
  }
}

/** What may move the share, what may go wrong, and what would end the thesis. */
export function watchList(paper: Paper, { catalysts, risks, invalidations }: Content): void {
  for (const [title, texts, none] of [
    ['Catalysts to watch', catalysts, 'No catalyst is known.'],
    ['Risks', risks, 'No risk is named.'],
    ['What would end the thesis', invalidations, 'Nothing is named.'],
  ] as const) {
    paper.heading(title);
    for (const text of texts) paper.paragraph(text, STYLES.body, LISTED);
    if (texts.length === 0) paper.paragraph(none, STYLES.body);
  }
}
