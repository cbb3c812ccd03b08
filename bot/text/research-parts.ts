import type { FormattedString } from '@grammyjs/parse-mode';
import { type DossierView, figureWords, inWords } from '../../core/research/index.ts';
import { bold, inline, italic, type Line, lines, link } from './lines.ts';
import { percent } from './numbers.ts';
import { clipped, heading, passage, point } from './passage.ts';
import { approvalLines, decisionLines } from './research-report.ts';
import type { Publication, ShownReport, Statement } from './research-shown.ts';
import { dayOf } from './times.ts';

/** One tap behind the card. A report of the first version has only the first two. */
export const PARTS = ['why', 'cases', 'sections', 'facts', 'sources'] as const;
type Part = (typeof PARTS)[number];
const OF_EVERY_VERSION: readonly Part[] = ['why', 'cases'];

/** Labels of their buttons. */
export const PART_LABELS: Readonly<Record<Part, string>> = {
  why: 'Why this rating',
  cases: 'Bull and bear',
  sections: 'Sections',
  facts: 'Facts',
  sources: 'Sources',
};

/** A paragraph of a report is far shorter; what a model made endless is cut. */
const LONGEST_PARAGRAPH = 1_500;
const LONGEST_STATEMENT = 600;
const LONGEST_FACT = 300;

/** The parts that a report has. */
export const partsOf = ({ publication }: ShownReport): readonly Part[] =>
  publication === null ? OF_EVERY_VERSION : PARTS;

/** A part of a report, with its share, its run and whether it is approved. Long ones take several messages. */
export function researchPart(dossier: DossierView, shown: ShownReport, part: Part): FormattedString {
  const { run, subject } = dossier;
  const { publication } = shown;
  return lines(
    heading(`${PART_LABELS[part]}: ${clipped(subject.name ?? run.symbol, 90)}, ${run.run_id}`),
    ...approvalLines(dossier, shown),
    part === 'why' && whyLines(shown),
    part === 'cases' && caseLines(shown),
    publication !== null && part === 'sections' && sectionLines(publication),
    publication !== null && part === 'facts' && factLines(publication),
    publication !== null && part === 'sources' && sourceLines(publication),
  );
}

const titled = (title: string, rows: readonly Line[]): Line[] =>
  rows.length === 0 ? [] : ['', bold(title), ...rows];
const points = (texts: readonly string[]): Line[] => texts.map((text) => point(text, LONGEST_STATEMENT));
const paragraph = (text: string | null | undefined): Line[] =>
  text === null || text === undefined ? [] : [passage(text, LONGEST_PARAGRAPH)];

function whyLines({ publication, ...shown }: ShownReport): Line[] {
  const committee = publication?.committee;
  const override = publication?.decision.override_reason;
  return [
    '',
    ...decisionLines({ ...shown, publication }),
    ...titled('Why this rating', paragraph(shown.why)),
    ...titled('The rating was changed', paragraph(override)),
    ...titled('Thesis', paragraph(shown.thesis)),
    ...titled('Valuation basis', paragraph(publication?.valuation_basis)),
    ...titled('Why not another rating', paragraph(committee?.why_not)),
    ...titled('Where the committee disagreed', paragraph(committee?.disagreement)),
    ...titled('What the committee says of the coverage', paragraph(committee?.coverage_note)),
    ...titled('What has to hold', points(committee?.thesis_requirements ?? [])),
    ...titled('Risks', points(shown.risks)),
    ...titled('What would prove it wrong', points(shown.invalidations)),
  ];
}

function caseLines({ bull, bear, catalysts, publication }: ShownReport): Line[] {
  const claims = new Map((publication?.claims ?? []).map((one) => [one.claim_id, one]));
  const facts = factsById(publication);
  const behind = ({ statement, claim_ids }: Statement): Line[] => [
    point(statement, LONGEST_STATEMENT),
    ...claim_ids.flatMap((id) => {
      const claim = claims.get(id);
      return claim === undefined ? [] : [inline('   ', claimLine(claim, facts))];
    }),
  ];
  const none: Line[] = ['The report names none.'];
  return [
    ...titled('For', bull.length === 0 ? none : bull.flatMap(behind)),
    ...titled('Against', bear.length === 0 ? none : bear.flatMap(behind)),
    ...titled('Catalysts', catalysts.length === 0 ? none : points(catalysts)),
  ];
}

type Claim = Publication['claims'][number];
type Fact = Publication['facts'][number];

const factsById = (publication: Publication | null): ReadonlyMap<string, Fact> =>
  new Map((publication?.facts ?? []).map((one) => [one.fact_id, one]));

const LABELS: Readonly<Record<Claim['label'], string>> = {
  VERIFIED_FACT: 'Verified',
  CALCULATED_FACT: 'Calculated',
  SOURCE_REPORTED: 'Reported',
  AI_INFERENCE: 'AI view, no source states it',
  UNSUPPORTED: 'Unsupported',
};

/** `Verified: Revenue from operations, FY2026, ₹1,120 crore (filing)` */
function claimLine({ label, fact_ids, text }: Claim, facts: ReadonlyMap<string, Fact>): FormattedString {
  const cited = fact_ids.flatMap((id) => {
    const fact = facts.get(id);
    return fact === undefined ? [] : [factText(fact)];
  });
  return passage(`${LABELS[label]}: ${cited.length === 0 ? text : cited.join('; ')}`, LONGEST_FACT);
}

const factText = ({ title, scope_detail, period, authority, ...figure }: Fact): string =>
  `${title}${scope_detail === null ? '' : ` of ${scope_detail}`}, ${period.key}, ${figureWords(figure)} (${inWords(authority).toLowerCase()})`;

function sectionLines({ sections, segment_views, peer_set }: Publication): Line[] {
  return [
    ...sections.flatMap(({ title, required, coverage, paragraphs, gaps }) =>
      titled(clipped(title, 90), [
        italic(
          `${coverage.covered ? 'Covered' : 'Not covered'}${required ? ', required' : ''}${coverage.achieved === null ? '' : `, by ${inWords(coverage.achieved).toLowerCase()}`}`,
        ),
        ...paragraphs.map(({ text }) => passage(text, LONGEST_PARAGRAPH)),
        ...gaps.map((gap) => point(`Gap: ${gap}`, LONGEST_STATEMENT)),
      ]),
    ),
    ...titled(
      'Segments',
      (segment_views ?? []).map(({ name, revenue_share_pct: share, thesis }) =>
        point(`${name}${share === undefined ? '' : ` (${share}% of revenue)`}: ${thesis}`, LONGEST_STATEMENT),
      ),
    ),
    ...titled(
      'Peers',
      (peer_set ?? []).map(({ symbol, name, rating, return_1y_pct, rationale }) =>
        point(
          `${symbol}, ${name}: ${inWords(rating)}, 1 year ${percent(return_1y_pct)}. ${rationale}`,
          LONGEST_STATEMENT,
        ),
      ),
    ),
  ];
}

function factLines(publication: Publication): Line[] {
  const facts = factsById(publication);
  return [
    ...titled(
      'Claims and what they rest on',
      publication.claims.flatMap((claim) => [
        point(claim.text, LONGEST_STATEMENT),
        inline('   ', claimLine(claim, facts)),
      ]),
    ),
    ...titled(
      'Where sources differ',
      publication.conflicts.map(({ title, period, candidates, chosen, note }) => {
        const told = candidates.map(
          (one, at) => `${figureWords(one)}${at === chosen ? ' (taken)' : ''} by ${one.source_id}`,
        );
        return point(`${title}, ${period.key}: ${told.join('; ')}. ${note}`, LONGEST_STATEMENT);
      }),
    ),
    publication.claims.length === 0 && 'The report makes no claims.',
  ];
}

/** Only what a browser opens. */
function webAddress(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null;
  const { protocol, href } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}

function sourceLines({ sources }: Publication): Line[] {
  if (sources.length === 0) return ['', 'The report cites no source.'];
  return [
    '',
    ...sources.map(({ publisher, authority, title, url, published_at }) => {
      const name = clipped(title === '' ? publisher : title, LONGEST_FACT);
      const address = webAddress(url);
      const rest = `. ${clipped(publisher, 60)}, ${inWords(authority).toLowerCase()}, ${published_at === null ? 'day unknown' : dayOf(published_at)}`;
      return inline('• ', address === null ? passage(name, LONGEST_FACT) : link(name, address), rest);
    }),
  ];
}
