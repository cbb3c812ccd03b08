import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { becomes, go, shows } from './browser.ts';
import { openSignedIn } from './opening.ts';
import { settleIn } from './showcase.ts';

/** Figures that are seen: what is written for a screen reader alone takes no room. */
const SEEN = `[...document.querySelectorAll('#main .figure')].filter((one) => {
  for (let at = one; at !== null; at = at.parentElement) if (at.offsetWidth <= 1) return false;
  return one.getClientRects().length > 0;
})`;
/** Figures of which a part does not show, or that reach beyond the screen, by their words. */
const CUT = `${SEEN}.filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
  .map((one) => one.textContent)`;
const BEYOND = `${SEEN}.filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
  .map((one) => one.textContent)`;
const SIDEWAYS = 'document.documentElement.scrollWidth';
const BUSY = `document.querySelectorAll('[aria-busy=true]').length`;
const WIDTH = 360;

/** The addresses in the tables of the menu. */
async function pagesOfMenu(): Promise<string[]> {
  const tables = await Promise.all(
    ['routes.tsx', 'option-routes.ts'].map((name) =>
      readFile(new URL(`../../api/dashboard/src/${name}`, import.meta.url), 'utf8'),
    ),
  );
  const paths = tables.flatMap((table) =>
    [...table.matchAll(/^ {4}path: '([^']+)'/gm)].map(([, path = '']) => path),
  );
  assert.ok(paths.length > 30, `only ${paths.length} pages found`);
  return paths;
}

describe('a household on a phone', function () {
  let close: () => Promise<void>;
  let page: Page;

  before(async function () {
    ({ page, close } = await openSignedIn(this, {
      prepare: async ({ world, owner, clock }) => await settleIn(world.core, owner, clock),
    }));
    await page.setViewportSize({ width: WIDTH, height: 740 });
  });
  after(async () => await close?.());

  it('no page goes sideways, and no figure of any page is cut', async () => {
    const pages = [
      ...(await pagesOfMenu()),
      '/holdings/TCS',
      '/holdings/SUNPHARMA?portfolio=Zerodha',
      '/tax?show=left',
      '/tax?fy=2024-25',
      ...['commands', 'models-and-privacy', 'reports', 'settings'].map((guide) => `/help/${guide}`),
    ];
    for (const path of pages) {
      await go(page, path);
      await page.locator('#main h1').first().waitFor();
      await becomes(async () => await page.evaluate<number>(BUSY), 0, `${path} is still loading:`);
      await becomes<unknown>(
        async () => ({
          width: await page.evaluate<number>(SIDEWAYS),
          cut: await page.evaluate<string[]>(CUT),
          beyond: await page.evaluate<string[]>(BEYOND),
        }),
        { width: WIDTH, cut: [], beyond: [] },
        path,
      );
    }
  });

  it('a row of the holdings is two lines, the largest first, and leads to its page', async () => {
    await go(page, '/holdings');
    const rows = page.getByRole('table', { name: 'Holdings' }).getByRole('row');
    await shows(
      rows.nth(1),
      /^Nippon India ETF Nifty 50 BeES\s+NIFTYBEES · 1,750 units · Retirement\s+₹5,0\d,\d{3}\.\d\d/,
    );
    const { height = 0 } = (await rows.nth(1).boundingBox()) ?? {};
    assert.ok(height < 70, `a row is ${height} pixels high`);
    await page.getByRole('combobox', { name: 'Sorted by' }).selectOption('symbol');
    await page.getByRole('button', { name: 'Largest first: turn around' }).click();
    await shows(rows.nth(1), /BHARTIARTL/);
    // A tap beside the name is one on the row.
    const box = (await rows.nth(1).boundingBox()) ?? assert.fail('no row');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height - 4);
    await page.getByRole('heading', { name: 'Bharti Airtel', level: 1 }).waitFor();
  });

  it('a row of the transactions opens with a tap, and a screen reader knows its columns', async () => {
    await go(page, '/transactions?symbol=TCS');
    const table = page.getByRole('table', { name: 'Transactions' });
    const row = table.getByRole('row').nth(1);
    await shows(row, /^Tata Consultancy Services\s+13 Oct 2025 · TCS · Zerodha\s+Buy\s+₹/i);
    assert.equal(await table.getAttribute('aria-colcount'), '8');
    // Wherever nothing else can be pressed.
    await row.getByRole('button', { name: 'Show details' }).click({ position: { x: 300, y: 8 } });
    const price = row.getByRole('cell').filter({ hasText: '₹3,260.66' });
    assert.equal(await price.first().getAttribute('aria-colindex'), '5');
    await row.getByRole('button', { name: /^Edit Buy of TCS/ }).waitFor();
    await row.getByRole('button', { name: 'Hide details' }).press('Enter');
    await price.first().waitFor({ state: 'hidden' });
  });
});
