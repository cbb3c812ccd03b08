import assert from 'node:assert/strict';
import { printReport } from '../../core/research/pdf/print-report.ts';
import type { PrintedReport } from '../../core/research/pdf/index.ts';
import { readFonts } from '../../core/research/pdf/type/font-files.ts';
import type { Publication } from '../../core/research/publication/index.ts';
import { longReport } from './long-report.ts';
import { type Fragment, pagesOf } from './pdf-pages.ts';

export const FONTS = readFonts();
export const HASH = `sha256:${'7'.repeat(64)}`;
export const SMALL = longReport({ words: 60, claims: 3, facts: 25, sources: 2 });
/** Margins of a page in points, and where its foot begins. */
const EDGES = { left: 48, right: 595.28 - 48, bottom: 841.89 - 62 };
/** What rounding may come to. */
const DUST = 0.5;
export const DRAFT = 'DRAFT - NOT APPROVED FOR PUBLICATION';

export const printed = async (report: PrintedReport): Promise<Fragment[][]> =>
  pagesOf(await printReport(report, HASH, FONTS));

/** Nothing is past the edges of its page, nothing an empty box, and the foot is there. */
export function assertWhole(pages: readonly Fragment[][]): void {
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
export function filledWith(text: string): Publication {
  const all = [text];
  return {
    ...SMALL,
    identity: { ...SMALL.identity, company_name: text, sector: text, industry: text },
    decision: { ...SMALL.decision, horizon: text, overridden: true, override_reason: text },
    thesis: text,
    why_this_rating: text,
    // Each kind of text once or twice: all of a kind are drawn alike.
    sections: SMALL.sections
      .filter(({ required }, at) => required || at === 0)
      .map((section) => ({
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
    facts: SMALL.facts.map((fact, at) => ({
      ...fact,
      title: at % 12 === 0 ? text : fact.title,
      scope_detail: null,
    })),
    conflicts: SMALL.conflicts.map((one) => ({ ...one, title: text, note: text })),
    claims: SMALL.claims.map((one) => ({ ...one, claim_id: text, text, fact_ids: all, source_ids: all })),
    sources: SMALL.sources.map((one) => ({ ...one, title: text, publisher: text, url: text })),
    stages: SMALL.stages.slice(0, 2).map((one) => ({ ...one, detail: text, provider: text, model: text })),
    qa: { status: 'FAIL', blocking_defects: [{ code: text, path: text, message: text }] },
  };
}

export const HOSTILE = {
  'a word without an end': 'Donaudampfschifffahrtsgesellschaft'.repeat(10),
  'a paragraph longer than a page': 'Revenue of the company grew. '.repeat(220),
  'an address without an end': `https://example.com/${'a/b-c_d?e=f&'.repeat(60)}`,
  'from right to left': 'שלום עולם مرحبا بالعالم '.repeat(20),
  'marks of direction': '\u202eevil\u202c \u2066x\u2069 \u200f\u061cend',
  controls: 'a\u0000b\u0007c\u001bd\u007fe\u0085f\u2028g\u2029h\ti\r\nj\fk',
  markup: '<script>alert("x")</script><b>bold</b> &amp; </html>{{x}} ${y} %PDF-1.7 endstream endobj (\\)',
  'letters without a font': '漢字 𠮷野家 🙂👨‍👩‍👧 🇮🇳 தமிழ் ગુજરાતી 한국어 ไทย',
  Devanagari: 'महिंद्रा एंड महिंद्रा लिमिटेड क्\u200dष '.repeat(8),
  'a Devanagari word without an end': 'महिंद्रा'.repeat(25),
  'marks upon marks': `e${'\u0301'.repeat(500)} ${'a\u0323\u0302'.repeat(200)}`,
  'halves of characters': '\ud83d lone \ude42 halves \ud800',
  'unseen characters alone': '\u200b\u2060\ufeff\u00ad\u200d\u034f',
  'wide spaces': 'a\u3000b\u00a0c\u2003d\u202fe',
  'figures without an end': '1234567890'.repeat(60),
} as const;
