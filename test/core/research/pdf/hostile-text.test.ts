import assert from 'node:assert/strict';
import { LEGACY, printedLegacy } from '../../../support/legacy-report.ts';
import { printedReport } from '../../../support/long-report.ts';
import { assertWhole, DRAFT, filledWith, HOSTILE, printed, SMALL } from '../../../support/hostile-text.ts';

/** A text of each way that a line may go wrong; the others are in the slow part. */
const SOME = ['a word without an end', 'letters without a font', 'marks upon marks', 'controls'] as const;

describe('research/pdf: text from outside', function limited(this: Mocha.Suite) {
  this.timeout(600_000);

  for (const what of SOME)
    it(`stays within its page, wraps and leaves no box: ${what}`, async () => {
      const text = HOSTILE[what];
      const pages = await printed(printedReport(filledWith(text), { status: 'PARTIAL', company_name: text }));
      assertWhole(pages);
      assert.ok(pages.every((page) => page.some((one) => one.text === DRAFT)));
    });

  it('the same in a report of the first version', async () => {
    for (const text of SOME.map((what) => HOSTILE[what]))
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
});
