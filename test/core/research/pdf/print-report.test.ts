import assert from 'node:assert/strict';
import { printReport } from '../../../../core/research/pdf/print-report.ts';
import type { PrintedReport } from '../../../../core/research/pdf/index.ts';
import { readFonts } from '../../../../core/research/pdf/type/font-files.ts';
import type { LegacyReport, Publication } from '../../../../core/research/publication/index.ts';
import { LEGACY, printedLegacy } from '../../../support/legacy-report.ts';
import { longReport, printedReport } from '../../../support/long-report.ts';
import { type Fragment, linesOf, pagesOf } from '../../../support/pdf-pages.ts';

const DRAFT = 'DRAFT - NOT APPROVED FOR PUBLICATION';
const NOT_APPROVED = 'Not QA approved';
const FONTS = readFonts();
const HASH = `sha256:${'7'.repeat(64)}`;
const SMALL = longReport({ words: 300, claims: 12, facts: 30, sources: 5 });
const DEFECTS: Publication['qa']['blocking_defects'] = [
  { code: 'UNSUPPORTED_NUMBER', path: 'sections.catalysts.paragraphs.0', message: 'No fact says 12%.' },
  { code: 'UNSUPPORTED_NUMBER', path: 'thesis', message: 'No fact says 14%.' },
  { code: 'DANGLING_SOURCE', path: 'claims.3', message: 'The claim c4 cites a source that is not there.' },
];

const printed = async (report: PrintedReport): Promise<Fragment[][]> =>
  pagesOf(await printReport(report, HASH, FONTS));
const textOf = (pages: readonly Fragment[][]): string =>
  pages
    .flat()
    .map(({ text }) => text)
    .join(' ')
    .replace(/\s+/g, ' ');
/** On how many pages a line stands just so. */
const pagesWith = (pages: readonly Fragment[][], words: string): number =>
  pages.filter((page) => page.some(({ text }) => text === words)).length;

describe('research/pdf: what a printed report says', function limited(this: Mocha.Suite) {
  this.timeout(300_000);

  it('a whole report has every part, and each page its foot', async () => {
    const pages = await printed(printedReport(SMALL));
    const text = textOf(pages);
    for (const part of [
      'Kaveri Pumps Limited',
      'INE000K01011',
      'Overweight',
      'Cyclical P/E band',
      'Why this rating',
      'Thesis',
      'Revenue and profit after tax by fiscal year, ₹ crore',
      'Profit after tax of FY2023 is not among the facts.',
      'Closing prices over the year to 30 Sep 2026, ₹ a share',
      'Coverage',
      'Quality of earnings',
      'Cash flow of the subsidiaries: no filing has it.',
      'Bull case',
      'Bear case',
      'Results of Q2 FY2027 in November 2026',
      'Debt exceeds equity',
      'Pumps, 68.2% of revenue',
      'The share of revenue is unknown for Services.',
      'Ganga Motors Limited',
      'The return is unknown for SONE.',
      'Where it disagrees',
      'Margins hold',
      'c12',
      'Calculated fact',
      'revenue_growth_pct.consolidated.fy2026',
      'Calculated: this year over the year before, from F8, F7',
      '₹1,120 crore',
      'The stronger publisher is used. The filing restated the year.',
      'set aside',
      'nse_filings:INDAS_00004',
      'Total cost $0.2310, notional, at list prices. It is not an invoice.',
      'The model answered nothing within 60 s, twice.',
      'AI research: advisory only',
    ])
      assert.ok(text.includes(part), part);
    for (const [at, page] of pages.entries()) {
      const lines = linesOf(page);
      assert.ok(
        lines.some(
          (line) =>
            line ===
            `Run ai-7, as of 30 Sep 2026, 23:59 IST, KAVERI: Kaveri Pumps Limited Page ${at + 1} of ${pages.length}`,
        ),
        lines.slice(-3).join('\n'),
      );
      assert.ok(lines.includes(`Payload ${HASH} Coverage 100%`));
    }
    assert.equal(pagesWith(pages, DRAFT), 0);
    assert.equal(pagesWith(pages, NOT_APPROVED), 0);
  });

  it('every claim, fact and source of a report is printed, and every candidate of a conflict', async () => {
    const pages = await printed(printedReport(SMALL));
    const text = textOf(pages);
    const fragments = new Set(pages.flat().map((one) => one.text));
    for (const { claim_id } of SMALL.claims) assert.ok(fragments.has(claim_id), claim_id);
    for (const { fact_id } of SMALL.facts) assert.ok(fragments.has(fact_id), fact_id);
    for (const { source_id, evidence_hash } of SMALL.sources) {
      assert.ok(fragments.has(source_id), source_id);
      assert.ok(fragments.has(evidence_hash), evidence_hash);
    }
    assert.match(text, /₹950 crore Filing 21 May 2026, 16:30 IST stands/);
    assert.match(text, /₹948 crore Second-hand not known set aside/);
  });

  it('research/Evidence acquisition rules 12: what is not COMPLETED has the draft banner, its coverage and every defect', async () => {
    const report = { ...SMALL, qa: { status: 'FAIL' as const, blocking_defects: DEFECTS } };
    for (const status of ['PARTIAL', 'REVIEW_REQUIRED', 'FAILED', 'CANCELLED', 'running'] as const) {
      const pages = await printed(printedReport(report, { status, required_pct: 66.66 }));
      assert.equal(pagesWith(pages, DRAFT), pages.length, status);
      for (const page of pages) {
        const lines = linesOf(page);
        assert.ok(lines.some((line) => line.startsWith('Coverage 66.7% of the required evidence. Status: ')));
        assert.ok(
          lines.some((line) => line.endsWith('Coverage 66.7%')),
          'the foot',
        );
      }
      const text = textOf(pages);
      for (const { code, message, path } of DEFECTS)
        for (const words of [code, message, path]) assert.ok(text.includes(words), words);
    }
  });

  it('research/Evidence acquisition rules 12: without QA PASS each page says so, with the status and the defects', async () => {
    for (const status of ['FAIL', 'UNAVAILABLE'] as const) {
      const report = { ...SMALL, qa: { status, blocking_defects: DEFECTS } };
      const pages = await printed(printedReport(report));
      assert.equal(pagesWith(pages, NOT_APPROVED), pages.length);
      assert.equal(pagesWith(pages, DRAFT), 0, 'the run is COMPLETED');
      assert.equal(
        pagesWith(pages, `QA status: ${status}. Blocking defects: UNSUPPORTED_NUMBER (2), DANGLING_SOURCE.`),
        pages.length,
      );
      for (const { message } of DEFECTS) assert.ok(textOf(pages).includes(message), message);
    }
  });

  it('both banners stand on each page of a draft without QA PASS', async () => {
    const report = { ...SMALL, qa: { status: 'UNAVAILABLE' as const, blocking_defects: [] } };
    const pages = await printed(printedReport(report, { status: 'PARTIAL' }));
    assert.equal(pagesWith(pages, DRAFT), pages.length);
    assert.equal(pagesWith(pages, NOT_APPROVED), pages.length);
    assert.equal(pagesWith(pages, 'QA status: UNAVAILABLE. Blocking defects: none recorded.'), pages.length);
  });

  it('a draft lists each required section without strong enough evidence, beside the defects of QA', async () => {
    const sections = SMALL.sections.map((section) =>
      section.id === 'catalysts'
        ? {
            ...section,
            coverage: {
              family: 'CORPORATE_ACTIONS' as const,
              minimum: 'REGULATOR' as const,
              achieved: 'AGGREGATOR' as const,
              covered: false,
              reason: 'INSUFFICIENT_AUTHORITY_FOR_COVERAGE' as const,
            },
          }
        : section,
    );
    const pages = await printed(
      printedReport({ ...SMALL, sections }, { status: 'REVIEW_REQUIRED', required_pct: 75 }),
    );
    assert.match(
      textOf(pages),
      /INSUFFICIENT_ ?AUTHORITY_ ?FOR_ ?COVERAGE Catalysts: The evidence is too weak: its publisher is below the minimum\. Needed: Exchange list or stronger\. Found: Second-hand\./,
    );
  });

  it('a report whose coverage is all but whole never reads as 100%', async () => {
    const pages = await printed(printedReport(SMALL, { required_pct: 99.97 }));
    assert.ok(textOf(pages).includes('Coverage 99.9%'));
    assert.ok(!textOf(pages).includes('Coverage 100%'));
  });

  it('research/Versioning 1: a report of the first version prints, whichever of its newer fields are missing', async () => {
    const optional = [
      'schema_version',
      'why_this_rating',
      'valuation_basis',
      'segment_views',
      'peer_set',
    ] as const;
    const words = {
      schema_version: null,
      why_this_rating: 'The price has run ahead of the orders.',
      valuation_basis: 'Cyclical P/E band',
      segment_views: 'Pumps, 68% of revenue',
      peer_set: 'Deep Pumps',
    } as const;
    for (const missing of [[], ...optional.map((one) => [one]), [...optional]]) {
      const report = Object.fromEntries(
        Object.entries(LEGACY).filter(([key]) => !(missing as readonly string[]).includes(key)),
      ) as LegacyReport;
      const text = textOf(await printed(printedLegacy(report)));
      for (const key of optional) {
        const told = words[key];
        if (told !== null)
          assert.equal(text.includes(told), !(missing as readonly string[]).includes(key), key);
      }
      for (const said of [
        LEGACY.thesis,
        ...LEGACY.bull,
        ...LEGACY.bear,
        ...LEGACY.risks,
        'Hold',
        'Watch',
        '40%',
      ])
        assert.ok(text.includes(said), said);
      assert.ok(text.includes('This report is of the first version, which recorded no QA.'));
    }
  });

  it('a report of the first version knows no coverage, and its draft banner says so', async () => {
    const pages = await printed(printedLegacy(LEGACY, { status: 'PARTIAL', as_of: null }));
    assert.equal(pagesWith(pages, DRAFT), pages.length);
    assert.equal(pagesWith(pages, NOT_APPROVED), 0);
    const text = textOf(pages);
    assert.ok(text.includes('Coverage unknown. Status: Partial.'));
    assert.ok(text.includes('as of an unknown time'));
  });

  it('what nobody knows is told so, and nothing of it reads as 0', async () => {
    const bare: Publication = {
      ...SMALL,
      decision: { ...SMALL.decision, confidence: null, horizon: null },
      why_this_rating: null,
      valuation_basis: null,
      facts: [],
      claims: [],
      sources: [],
      conflicts: [],
      bull: [],
      bear: [],
      catalysts: [],
      risks: [],
      invalidations: [],
      segment_views: [{ name: 'Pumps', thesis: 'The core of the business.' }],
      peer_set: [
        {
          symbol: 'DEEP',
          name: 'Deep Pumps',
          rating: 'HOLD',
          return_1y_pct: null,
          rationale: 'Same customers.',
        },
      ],
      committee: { disagreement: null, coverage_note: null, why_not: null, thesis_requirements: [] },
      stages: SMALL.stages.map((one) => ({
        ...one,
        detail: null,
        input_tokens: null,
        output_tokens: null,
        cost_usd: null,
        latency_ms: null,
      })),
      cost_usd_total: null,
    };
    const text = textOf(await printed(printedReport(bare)));
    for (const words of [
      'Not stated',
      'fewer than two fiscal years, so no chart is drawn',
      'so no chart is drawn',
      'No segment has a known share of revenue',
      'No one-year return is known',
      'The total cost is unknown',
      'No two sources differ on a figure of this report.',
      'The report makes no claims.',
      'No claim rests on a figure.',
      'The report cites no source.',
      'The committee gave its decision without further comment.',
      'No catalyst is known.',
    ])
      assert.ok(text.includes(words), words);
    assert.doesNotMatch(text, /[$₹]0\b|(?<![\d.])0%/);
  });

  it('a rating that is not the committee’s says so with the reason', async () => {
    const decision = {
      ...SMALL.decision,
      overridden: true,
      override_reason: 'The committee gave no rating.',
    };
    assert.ok(
      textOf(await printed(printedReport({ ...SMALL, decision }))).includes(
        'The rating is not the committee’s own. The committee gave no rating.',
      ),
    );
  });

  it('the file has a title, a language, an outline of its parts, and only the moment that the report was written', async () => {
    const raw = Buffer.from(await printReport(printedReport(SMALL), HASH, FONTS)).toString('latin1');
    assert.ok(raw.includes('Kaveri Pumps Limited \\(KAVERI\\): research report'));
    assert.match(raw, /\/Lang \(en-IN\)/);
    assert.match(raw, /\/DisplayDocTitle true/);
    for (const part of ['Decision', 'Thesis', 'Claims', 'Sources', 'Stages and cost'])
      assert.ok(raw.includes(`/Title (${part})`), part);
    // generated_at of the report: 1 October 2026, 04:00 UTC
    const dates = [...raw.matchAll(/D:\d{14}/g)].map(([date]) => date);
    assert.deepEqual([...new Set(dates)], ['D:20261001040000']);
  });

  it('what has no list price is told as that, in reports of before as in those of now, and never as $0.00', async () => {
    const of = async (costs: readonly (number | null)[], cost_usd_total: number | null): Promise<string> =>
      textOf(
        await printed(
          printedReport({
            ...SMALL,
            stages: SMALL.stages.slice(0, costs.length).map((one, at) => ({
              ...one,
              provider: 'gateway',
              input_tokens: 70_000,
              output_tokens: 1500,
              cost_usd: costs[at] ?? null,
            })),
            cost_usd_total,
          }),
        ),
      );
    for (const [cost, total] of [
      [0, 0],
      [null, null],
    ] as const) {
      const text = await of([cost, cost], total);
      assert.ok(
        text.includes('The total cost is unknown: 143,000 tokens are from models without a list price.'),
      );
      assert.ok(text.includes('no list price'));
      assert.ok(!text.includes('$0.00') && !text.includes('The rest cost'));
    }
    const mixed = await of([0.25, 0], 0.25);
    assert.ok(
      mixed.includes(
        'The total cost is unknown: 71,500 tokens are from models without a list price. The rest cost $0.2500, notional, at list prices. It is not an invoice.',
      ),
    );
  });
});
