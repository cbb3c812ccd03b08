import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { openSync } from 'fontkit';
import type { Page } from 'playwright-core';
import { buildDashboard, go } from './browser.ts';
import { openSignedIn } from './opening.ts';

/** What styles.css says of the small fonts by its `unicode-range`. */
const EVERYDAY = /^[ -~\u00a0£·×–—‘’“”•…€₹←↑→↓−▲▼\n\t]*$/;

describe('fonts in a browser', function () {
  let close: () => Promise<void>;
  let page: Page;

  before(async function () {
    ({ page, close } = await openSignedIn(this, {
      address: '/definitions',
      prepare: async ({ world, owner }) => {
        await world.core.portfolio.holdings.create(
          owner,
          {
            portfolio: 'Long term',
            symbol: 'TCS',
            name: 'Tata Consultancy Services',
            asset_class: 'Indian Equity',
            currency: 'INR',
            quantity: 10,
            avg_buy_price: 900,
            current_price: 1000,
            previous_close: 990,
          },
          { actor: 'test' },
        );
      },
    }));
  });
  after(() => close?.());

  /** Faces of Inter that a text needs, by the weight that was asked for; `whole` are those of other than everyday characters. */
  const neededBy = (text: string): Promise<string[]> =>
    page.evaluate<string[]>(
      `Promise.all(['400', '600'].map((weight) => document.fonts.load(weight + ' 14px Inter', ${JSON.stringify(text)})))
        .then((found) => found.flat().map(({ weight, unicodeRange }) => (/10FFFF/i.test(unicodeRange) ? 'whole ' : '') + weight))`,
    );

  it('the overview needs the small fonts alone', async () => {
    await go(page, '/');
    await page.reload();
    await page.getByText('₹10,000').first().waitFor();
    const text = await page.evaluate<string>('document.body.innerText');
    const others = Array.from(text).filter((one) => !EVERYDAY.test(one));
    assert.deepEqual(
      await neededBy(text),
      ['400', '600 700'],
      `beside everyday characters: ${others.join('')}`,
    );
  });

  it('every character is in one of two faces: a browser may fetch both where it is in both', async () => {
    const ranges = await page.evaluate<string[]>(
      `Array.from(document.fonts).filter(({ family, weight }) => /Inter/.test(family) && weight === '400')
        .map(({ unicodeRange }) => unicodeRange)`,
    );
    const spans = ranges
      .flatMap((range) => range.split(','))
      .map((span) =>
        span
          .trim()
          .replace(/^U\+/i, '')
          .split('-')
          .map((hex) => Number.parseInt(hex, 16)),
      )
      .map(([from = 0, to = from]) => ({ from, to }))
      .toSorted((one, other) => one.from - other.from);
    assert.ok(spans.length > 20, `${spans.length} spans`);
    assert.deepEqual(
      spans.map(({ from }) => from),
      [0, ...spans.slice(0, -1).map(({ to }) => to + 1)],
    );
    assert.equal(spans.at(-1)?.to, 0x10ffff);
  });

  it('they have a glyph for each character of their range, and the figures’ digits are of one width', async () => {
    const assets = path.join(await buildDashboard(), 'assets');
    const range = [...Array(0x2300).keys()].map((code) => String.fromCodePoint(code));
    for (const name of readdirSync(assets).filter((one) => /^inter-.*\.woff2$/.test(one))) {
      const font = openSync(path.join(assets, name));
      assert.ok('layout' in font);
      for (const one of range.filter((character) => EVERYDAY.test(character) && !/[\n\t]/.test(character)))
        assert.ok(font.hasGlyphForCodePoint(one.codePointAt(0) ?? 0), `${name} has no ${one}`);
      const widths = font.layout('0123456789', ['tnum']).positions.map(({ xAdvance }) => xAdvance);
      assert.equal(new Set(widths).size, 1, widths.join(' '));
      assert.ok(new Set(font.layout('0123456789', []).positions.map(({ xAdvance }) => xAdvance)).size > 1);
    }
  });

  it('the whole font comes with the first character beyond them', async () => {
    assert.deepEqual(await neededBy('Dvořák'), ['whole 400', '400', 'whole 600 700', '600 700']);
  });
});
