import assert from 'node:assert/strict';
import fc from 'fast-check';
import { printReport } from '../../../../core/research/pdf/print-report.ts';
import {
  assertWhole,
  DRAFT,
  filledWith,
  FONTS,
  HASH,
  HOSTILE,
  printed,
  SMALL,
} from '../../../support/hostile-text.ts';
import { LEGACY, printedLegacy } from '../../../support/legacy-report.ts';
import { printedReport } from '../../../support/long-report.ts';
import { pagesOf } from '../../../support/pdf-pages.ts';
import { sampled } from '../../../support/soak.ts';

describe('research/pdf: any text from outside', function limited(this: Mocha.Suite) {
  this.timeout(600_000);

  for (const [what, text] of Object.entries(HOSTILE))
    it(`stays within its page, wraps and leaves no box: ${what}`, async () => {
      const pages = await printed(printedReport(filledWith(text), { status: 'PARTIAL', company_name: text }));
      assertWhole(pages);
      assert.ok(pages.every((page) => page.some((one) => one.text === DRAFT)));
    });

  it('the same in a report of the first version', async () => {
    // The reports above test names, which are printed at the foot of each page.
    for (const [list, text] of [
      ['bull', HOSTILE['a word without an end']],
      ['bear', HOSTILE.controls],
      ['catalysts', HOSTILE['marks upon marks']],
    ] as const)
      assertWhole(
        await printed(
          printedLegacy(
            { ...LEGACY, [list]: Object.values(HOSTILE), thesis: text, why_this_rating: text },
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
      { numRuns: sampled(6, 400) },
    );
  });
});
