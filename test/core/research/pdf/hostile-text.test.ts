import assert from 'node:assert/strict';
import fc from 'fast-check';
import { printReport } from '../../../../core/research/pdf/print-report.ts';
import type { PrintedReport } from '../../../../core/research/pdf/index.ts';
import { readFonts } from '../../../../core/research/pdf/type/font-files.ts';
import type { Publication } from '../../../../core/research/publication/index.ts';
import { LEGACY, printedLegacy } from '../../../support/legacy-report.ts';
import { longReport, printedReport } from '../../../support/long-report.ts';
import { type Fragment, pagesOf } from '../../../support/pdf-pages.ts';
import { sampled } from '../../../support/soak.ts';

const FONTS = readFonts();
const HASH = `sha256:${'7'.repeat(64)}`;
const SMALL = longReport({ words: 60, claims: 3, facts: 25, sources: 2 });
/** Margins of a page in points, and where its foot begins. */
const EDGES = { left: 48, right: 595.28 - 48, bottom: 841.89 - 62 };
/** What rounding may come to. */
const DUST = 0.5;
const DRAFT = 'DRAFT - NOT APPROVED FOR PUBLICATION';

const printed = async (report: PrintedReport): Promise<Fragment[][]> =>
  pagesOf(await printReport(report, HASH, FONTS));

/** Nothing is past the edges of its page, nothing an empty box, and the foot is there. */
function assertWhole(pages: readonly Fragment[][]): void {
  assert.ok(pages.length > 0);
  for (const page of pages) {
    for (const { text, x, right, y, hasBox } of page) {
      assert.ok(!hasBox, `an empty box in ${JSON.stringify(text)}`);
      assert.ok(x >= EDGES.left - DUST, `${JSON.stringify(text)} begins at ${x}`);
      assert.ok(right <= EDGES.right + DUST, `${JSON.stringify(text)} ends at ${right}`);
      assert.ok(y > 0 && y < 841.89, `${JSON.stringify(text)} stands at ${y}`);
    }
    const foot = page.filter(({ y }) => y > EDGES.bottom);
    assert.ok(foot.some(({ text }) => text.startsWith('Payload sha256:')));
    assert.ok(foot.some(({ text }) => /^Run ai-\d, as of 3\d \w{3} 2026, \d\d:\d\d IST, /.test(text)));
    // Below the edge there are the three lines of the foot and nothing else.
    assert.equal(new Set(foot.map(({ y }) => Math.round(y))).size, 3);
  }
}

/** A report in which every text that a model or a source may have written is the given one. */
function filledWith(text: string): Publication {
  const all = [text];
  return {
    ...SMALL,
    identity: { ...SMALL.identity, company_name: text, sector: text, industry: text },
    decision: { ...SMALL.decision, horizon: text, overridden: true, override_reason: text },
    thesis: text,
    why_this_rating: text,
    sections: SMALL.sections.map((section) => ({
      ...section,
      title: text,
      paragraphs: [{ text, claim_ids: [text] }],
      gaps: all,
    })),
    bull: [{ statement: text, claim_ids: [] }],
    bear: [{ statement: text, claim_ids: all }],
    catalysts: all,
    risks: all,
    invalidations: all,
    segment_views: [
      { name: text, revenue_share_pct: 40, thesis: text, catalysts: all, risks: all },
      { name: text, thesis: text },
    ],
    peer_set: [
      { symbol: text, name: text, rating: 'BUY', return_1y_pct: 1e9, rationale: text },
      { symbol: 'B', name: text, rating: 'BUY', return_1y_pct: null, rationale: text },
    ],
    committee: { disagreement: text, coverage_note: text, why_not: text, thesis_requirements: all },
    facts: SMALL.facts.map((fact) => ({ ...fact, title: text, scope_detail: null })),
    conflicts: SMALL.conflicts.map((one) => ({ ...one, title: text, note: text })),
    claims: SMALL.claims.map((one) => ({ ...one, claim_id: text, text, fact_ids: all, source_ids: all })),
    sources: SMALL.sources.map((one) => ({ ...one, title: text, publisher: text, url: text })),
    stages: SMALL.stages.slice(0, 2).map((one) => ({ ...one, detail: text, provider: text, model: text })),
    qa: { status: 'FAIL', blocking_defects: [{ code: text, path: text, message: text }] },
  };
}

const HOSTILE = {
  'a word without an end': 'Donaudampfschifffahrtsgesellschaft'.repeat(300),
  'a paragraph of 10,000 characters': 'Revenue of the company grew. '.repeat(345).slice(0, 10_000),
  'an address without an end': `https://example.com/${'a/b-c_d?e=f&'.repeat(400)}`,
  'from right to left': 'שלום עולם مرحبا بالعالم '.repeat(40),
  'marks of direction': '\u202eevil\u202c \u2066x\u2069 \u200f\u061cend',
  controls: 'a\u0000b\u0007c\u001bd\u007fe\u0085f\u2028g\u2029h\ti\r\nj\fk',
  markup: '<script>alert("x")</script><b>bold</b> &amp; </html>{{x}} ${y} %PDF-1.7 endstream endobj (\\)',
  'letters without a font': '漢字 𠮷野家 🙂👨‍👩‍👧 🇮🇳 தமிழ் ગુજરાતી 한국어 ไทย',
  Devanagari: 'महिंद्रा एंड महिंद्रा लिमिटेड क्\u200dष '.repeat(60),
  'a Devanagari word without an end': 'महिंद्रा'.repeat(400),
  'marks upon marks': `e${'\u0301'.repeat(500)} ${'a\u0323\u0302'.repeat(200)}`,
  'halves of characters': '\ud83d lone \ude42 halves \ud800',
  'unseen characters alone': '\u200b\u2060\ufeff\u00ad\u200d\u034f',
  'wide spaces': 'a\u3000b\u00a0c\u2003d\u202fe',
  'figures without an end': '1234567890'.repeat(500),
} as const;

describe('research/pdf: text from outside', function limited(this: Mocha.Suite) {
  this.timeout(600_000);

  for (const [what, text] of Object.entries(HOSTILE))
    it(`stays within its page, wraps and leaves no box: ${what}`, async () => {
      const pages = await printed(printedReport(filledWith(text), { status: 'PARTIAL', company_name: text }));
      assertWhole(pages);
      assert.ok(pages.every((page) => page.some((one) => one.text === DRAFT)));
    });

  it('the same in a report of the first version', async () => {
    for (const text of Object.values(HOSTILE))
      assertWhole(
        await printed(
          printedLegacy(
            { ...LEGACY, thesis: text, bull: [text], bear: [text], catalysts: [text], why_this_rating: text },
            { company_name: text, symbol: text.slice(0, 40) },
          ),
        ),
      );
  });

  it('what no font has is marked, and the report says what the mark means', async () => {
    const text = (await printed(printedReport({ ...SMALL, thesis: 'Sells 漢字 and 🙂 pumps.' })))
      .flat()
      .map((one) => one.text)
      .join(' ');
    assert.ok(text.includes('Sells [?] and [?] pumps.'));
    assert.ok(text.includes('[?] stands for characters that the fonts of this file do not have.'));
    const plain = (await printed(printedReport(SMALL)))
      .flat()
      .map((one) => one.text)
      .join(' ');
    assert.ok(!plain.includes('[?]'));
  });

  it('any text at all prints, the same twice, and stays within its page', async () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.string({ unit: 'grapheme', maxLength: 400 }),
      fc.string({
        unit: fc.constantFrom('क', '्', 'ष', 'ि', '\u200d', '\u0301', ' ', 'a', '-', '\n', '₹'),
        maxLength: 300,
      }),
      fc
        .tuple(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }), fc.integer({ min: 1, max: 300 }))
        .map(([part, times]) => part.repeat(times)),
    );
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const report = printedReport(filledWith(text), { status: 'REVIEW_REQUIRED' });
        const once = await printReport(report, HASH, FONTS);
        assertWhole(pagesOf(once));
        assert.deepEqual(await printReport(report, HASH, FONTS), once);
      }),
      { numRuns: sampled(12, 400) },
    );
  });
});
