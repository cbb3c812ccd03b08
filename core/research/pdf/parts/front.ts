import { confidenceMeter } from '../figures/meter.ts';
import type { Content } from '../content.ts';
import { ADVISORY } from '../furniture.ts';
import type { Paper } from '../type/paper.ts';
import { INK, STYLES, type TextStyle } from '../type/styles.ts';
import { momentInWords } from '../../../platform/index.ts';
import { percentInWords, plain } from '../words.ts';

const PILL: TextStyle = { size: 10.5, lead: 14, weight: 'strong', color: INK.white };
const PILL_HEIGHT = 22;
const FIGURES_ABREAST = 4;
const FIGURE: TextStyle = { size: 8.6, lead: 11.4, weight: 'strong', color: INK.text };

/** What it is about and what it comes to. */
export function front(paper: Paper, content: Content): void {
  const { company, publication, decision } = content;
  paper.paragraph(`${ADVISORY}, written by models from evidence`, STYLES.note, { after: 4 });
  paper.bookmark('Decision');
  paper.paragraph(company, STYLES.title, { after: 1 });
  const identity = publication?.identity;
  paper.paragraph(
    [content.symbol, identity?.exchange, identity?.isin, identity?.sector, identity?.industry]
      .filter((one) => one !== null && one !== undefined && one !== '')
      .join('  |  '),
    STYLES.small,
    { after: 8 },
  );
  decisionLine(paper, content);
  if (decision.overridden)
    paper.paragraph(
      `The rating is not the committee’s own. ${decision.override_reason ?? 'No reason is recorded.'}`,
      STYLES.small,
      { after: 6 },
    );
  keyFacts(paper, figuresOf(content));
}

function decisionLine(paper: Paper, { decision }: Content): void {
  paper.ensure(46);
  const y = paper.y;
  let x = paper.left;
  for (const [label, text, isDark] of [
    ['Rating', plain(decision.rating), true],
    ['Action', plain(decision.action), false],
  ] as const) {
    const color = isDark ? INK.white : INK.dark;
    const line = paper.fitted(text, { ...PILL, color }, 120);
    if (line === null) continue;
    const width = line.width + 24;
    paper.draw(paper.fitted(label, STYLES.note, 120), x, y + 7, STYLES.note);
    const pill = { x, y: y + 12, width, height: PILL_HEIGHT };
    paper.box(pill, { round: 4, outline: INK.dark, ...(isDark ? { fill: INK.dark } : {}) });
    paper.draw(line, x, y + 27, { ...PILL, color }, { align: 'center', width });
    x += width + 16;
  }
  confidenceMeter(paper, decision.confidence, { x: x + 8, y, width: paper.left + paper.width - x - 8 });
  paper.y = y + 12 + PILL_HEIGHT + 12;
}

function figuresOf({
  report,
  publication,
  decision,
  valuationBasis,
  asOf,
  requiredPct,
}: Content): [string, string][] {
  return [
    ['Status', plain(report.status)],
    ['Coverage', requiredPct === null ? 'Not known' : percentInWords(requiredPct)],
    ['QA', publication === null ? 'Not recorded' : plain(publication.qa.status)],
    ['As of', asOf === null ? 'Not recorded' : momentInWords(asOf)],
    ['Horizon', decision.horizon ?? 'Not stated'],
    ['Valuation basis', valuationBasis ?? 'Not stated'],
    ['Mode', publication === null ? 'Not recorded' : plain(publication.mode)],
    ['Written', publication === null ? 'Not recorded' : momentInWords(publication.generated_at)],
  ];
}

/** Short figures beside each other, each under its label. */
function keyFacts(paper: Paper, figures: readonly (readonly [string, string])[]): void {
  const each = paper.width / FIGURES_ABREAST;
  for (let from = 0; from < figures.length; from += FIGURES_ABREAST) {
    const row = figures.slice(from, from + FIGURES_ABREAST).map(([label, text]) => ({
      label: paper.fitted(label, STYLES.note, each - 12),
      lines: paper.lines(text, FIGURE, each - 12).slice(0, 3),
    }));
    const height = 12 + Math.max(...row.map(({ lines }) => lines.length)) * FIGURE.lead + 6;
    paper.ensure(height);
    paper.rule(paper.y);
    for (const [at, { label, lines }] of row.entries()) {
      const x = paper.left + at * each;
      paper.draw(label, x, paper.y + 10, STYLES.note);
      for (const [nr, line] of lines.entries())
        paper.draw(line, x, paper.y + 21.5 + nr * FIGURE.lead, FIGURE);
    }
    paper.y += height + 2;
  }
  paper.rule(paper.y);
  paper.y += 8;
}
