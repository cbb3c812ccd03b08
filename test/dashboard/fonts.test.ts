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

  const fetched = (): Promise<string[]> =>
    page.evaluate<string[]>(
      `performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => /\\.(woff2|ttf)$/.test(name))`,
    );

  it('the overview needs the small fonts alone', async () => {
    await go(page, '/');
    await page.reload();
    await page.getByText('₹10,000').first().waitFor();
    await page.evaluate('document.fonts.ready.then(() => undefined)');
    const text = await page.evaluate<string>('document.body.innerText');
    const fonts = await fetched();
    assert.deepEqual(
      fonts.map((name) => path.basename(name).replace(/-[^-]{8}\.woff2$/, '')).sort(),
      ['inter-400', 'inter-600'],
      `beside everyday characters: ${Array.from(text)
        .filter((one) => !EVERYDAY.test(one))
        .join('')}`,
    );
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
    await page.evaluate(`document.querySelector('h1').textContent = 'Dvořák'`);
    await page.waitForFunction(
      `performance.getEntriesByType('resource').some(({ name }) => /Inter_600.*\\.ttf$/.test(name))`,
    );
  });
});
