import { peerReturns, segmentShares } from '../figures/shares.ts';
import type { Content } from '../content.ts';
import type { Paper } from '../type/paper.ts';
import { STYLES } from '../type/styles.ts';
import { table } from '../type/table.ts';
import { percentInWords, plain } from '../words.ts';

export function segments(paper: Paper, content: Content): void {
  if (content.segments.length === 0) return;
  paper.heading('Segments');
  segmentShares(paper, content);
  for (const { name, revenue_share_pct, thesis, catalysts = [], risks = [] } of content.segments) {
    paper.subheading(
      revenue_share_pct === undefined ? name : `${name}, ${percentInWords(revenue_share_pct)} of revenue`,
    );
    paper.paragraph(thesis, STYLES.body);
    for (const [label, texts] of [
      ['Catalyst', catalysts],
      ['Risk', risks],
    ] as const)
      for (const text of texts)
        paper.paragraph(`${label}: ${text}`, STYLES.small, { indent: 12, bullet: '•', after: 2 });
  }
}

export function peers(paper: Paper, content: Content): void {
  if (content.peers.length === 0) return;
  paper.heading('Peers');
  peerReturns(paper, content);
  table(
    paper,
    [
      { label: 'Symbol', share: 1.6 },
      { label: 'Name', share: 2.6 },
      { label: 'Rating', share: 1.5 },
      { label: '1Y return', share: 1.2, align: 'right' },
      { label: 'Why it compares', share: 5 },
    ],
    content.peers.map(({ symbol, name, rating, return_1y_pct, rationale }) => [
      [{ text: symbol, style: STYLES.smallStrong }],
      name,
      plain(rating),
      return_1y_pct === null ? '–' : percentInWords(return_1y_pct),
      rationale,
    ]),
  );
}

export function committee(paper: Paper, { publication }: Content): void {
  if (publication === null) return;
  const { disagreement, coverage_note, why_not, thesis_requirements } = publication.committee;
  const said = [
    ['Where it disagrees', disagreement],
    ['On the evidence', coverage_note],
    ['Why no other rating', why_not],
  ] as const;
  paper.heading('Committee');
  for (const [label, text] of said)
    if (text !== null && text.trim() !== '') {
      paper.subheading(label);
      paper.paragraph(text, STYLES.body);
    }
  if (thesis_requirements.length > 0) {
    paper.subheading('What the thesis requires');
    for (const text of thesis_requirements)
      paper.paragraph(text, STYLES.body, { indent: 12, bullet: '•', after: 2 });
  } else if (said.every(([, text]) => text === null || text.trim() === ''))
    paper.paragraph('The committee gave its decision without further comment.', STYLES.body);
}
