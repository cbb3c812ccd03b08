import type { Content } from './content.ts';
import type { Paper } from './type/paper.ts';
import { A4, INK, MARGIN, STYLES, type TextStyle } from './type/styles.ts';
import { momentInWords } from '../../platform/index.ts';
import { countInWords, coverageInWords, plain } from './words.ts';

/** Exactly so on each page of what is not COMPLETED (research/Evidence acquisition rules 12). */
const DRAFT = 'DRAFT - NOT APPROVED FOR PUBLICATION';
const NOT_QA_APPROVED = 'Not QA approved';
export const ADVISORY = 'AI research: advisory only';

interface Banner {
  title: string;
  detail: string;
}

/** As many codes fit; the list of QA issues has every defect in full. */
const MOST_CODES = 6;
const TITLE: TextStyle = { size: 10, lead: 14, weight: 'strong', color: INK.white };
const DETAIL: TextStyle = { size: 7.4, lead: 10, weight: 'regular', color: INK.white };
const PADDING = 5;
const HEAD_Y = 26;

/** What stands at the head of every page. */
function bannersOf(content: Content): Banner[] {
  const { report, publication, requiredPct } = content;
  const banners: Banner[] = [];
  if (report.status !== 'COMPLETED')
    banners.push({
      title: DRAFT,
      detail: `${coverageInWords(requiredPct)}${requiredPct === null ? '' : ' of the required evidence'}. Status: ${plain(report.status)}.`,
    });
  if (publication !== null && publication.qa.status !== 'PASS')
    banners.push({
      title: NOT_QA_APPROVED,
      detail: `QA status: ${publication.qa.status}. Blocking defects: ${codesOf(content)}.`,
    });
  return banners;
}

function codesOf({ publication }: Content): string {
  const all = (publication?.qa.blocking_defects ?? []).map(({ code }) => code);
  const codes = [...new Set(all)];
  if (codes.length === 0) return 'none recorded';
  const named = codes.slice(0, MOST_CODES).map((code) => {
    const count = all.filter((one) => one === code).length;
    return count === 1 ? code : `${code} (${count})`;
  });
  const more = codes.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more, see QA issues` : ''}`;
}

interface SetBanner {
  title: ReturnType<Paper['fitted']>;
  details: ReturnType<Paper['lines']>;
  height: number;
}

/** Most lines of what a banner tells; the whole of it stands under QA issues. */
const MOST_DETAILS = 3;

const setOf = (paper: Paper, { title, detail }: Banner): SetBanner => {
  const room = paper.width - 2 * PADDING - 8;
  const details = paper.lines(detail, DETAIL, room).slice(0, MOST_DETAILS);
  return {
    title: paper.fitted(title, TITLE, room),
    details,
    height: TITLE.lead + details.length * DETAIL.lead + 2 * PADDING,
  };
};

/** Keeps room for the banners on every page. Before the first one. */
export function reserveBanners(paper: Paper, content: Content): void {
  const banners = bannersOf(content).map((banner) => setOf(paper, banner));
  paper.reserve(banners.reduce((sum, { height }) => sum + height + 4, 0));
}

/** Draws the head and the foot of every page, once all of them are there. */
export function drawFurniture(paper: Paper, content: Content): void {
  const count = paper.pages;
  const drawHead = headOf(paper, content);
  const drawFoot = footOf(paper, content);
  for (let at = 0; at < count; at += 1) {
    paper.turnTo(at);
    drawHead();
    drawFoot(`Page ${countInWords(at + 1)} of ${countInWords(count)}`);
  }
}

/** What draws the head of a page; its lines are worked out once for all pages. */
function headOf(paper: Paper, content: Content): () => void {
  const { left, width } = paper;
  const half = width / 2 - 8;
  const banners = bannersOf(content).map((banner) => setOf(paper, banner));
  const subject = paper.fitted(`${content.company} (${content.symbol})`, STYLES.noteStrong, half);
  const kind = paper.fitted('Munim research report', STYLES.note, half);
  return () => {
    paper.draw(subject, left, HEAD_Y + 8, STYLES.noteStrong);
    paper.draw(kind, left, HEAD_Y + 8, STYLES.note, { align: 'right', width });
    paper.rule(HEAD_Y + 14);
    let y = HEAD_Y + 20;
    for (const { title, details, height } of banners) {
      paper.box({ x: left, y, width, height }, { fill: INK.text });
      let baseline = y + PADDING + 10;
      paper.draw(title, left + PADDING + 4, baseline, TITLE);
      for (const line of details) {
        baseline += DETAIL.lead;
        paper.draw(line, left + PADDING + 4, baseline + 1, DETAIL);
      }
      y += height + 4;
    }
  };
}

/** What draws the foot of a page, with its number. */
function footOf(paper: Paper, content: Content): (page: string) => void {
  const { left, width } = paper;
  const { report, company, symbol, payloadHash, requiredPct, asOf } = content;
  const top = A4.height - MARGIN.bottom + 14;
  const moment = asOf === null ? 'as of an unknown time' : `as of ${momentInWords(asOf)}`;
  const lines = [
    // The company last: its name may be of any length, and the rest is never cut.
    `Run ${report.run_id}, ${moment}, ${symbol}: ${company}`,
    `Payload ${payloadHash}`,
    `${ADVISORY}. It is not an offer or an order.`,
  ].map((words) => paper.fitted(words, STYLES.note, width - 130));
  const coverage = coverageInWords(requiredPct);
  return (page) => {
    paper.rule(top);
    for (const [at, line] of lines.entries()) paper.draw(line, left, top + 10 + at * 9, STYLES.note);
    for (const [at, words] of [page, coverage].entries())
      paper.draw(paper.fitted(words, STYLES.noteStrong, 120), left, top + 10 + at * 9, STYLES.noteStrong, {
        align: 'right',
        width,
      });
  };
}
