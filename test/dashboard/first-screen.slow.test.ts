import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { TestApi } from '../support/api-client.ts';
import { isDrawn } from './accessibility.ts';
import { becomes, counts, fits, go, shows } from './browser.ts';
import { openSignedIn } from './opening.ts';
import { settleIn } from './showcase.ts';

const BY = { actor: 'test' };
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** The tab of the open page among those over it. */
const TAB = `(() => {
  const tab = document.querySelector('main nav [aria-current=page]');
  const [{ left, right }, bar] = [tab, tab.parentElement].map((one) => one.getBoundingClientRect());
  const areWhole = [...tab.parentElement.children].every((one) => one.scrollWidth <= one.clientWidth);
  return { areWhole, isSeen: left >= bar.left && right <= bar.right, isAtTop: scrollY === 0, hasFocus: tab === document.activeElement };
})()`;

describe('the first screen, and the way around on a phone', function () {
  let close: () => Promise<void>;
  let world: TestApi;
  let owner: string;
  let page: Page;

  before(async function () {
    ({ world, owner, page, close } = await openSignedIn(this, {
      address: '/',
      prepare: async ({ world: { core }, owner: id, clock }) => {
        await settleIn(core, id, clock);
        const held = { portfolio: 'Mine', asset_class: 'Indian Equity', currency: 'INR', avg_buy_price: 9 };
        const name = 'HDFC LIFE INSURANCE COMPANY LIMITED';
        await core.portfolio.holdings.create(
          id,
          { ...held, symbol: 'HDFCLIFE', name, quantity: 1, current_price: 10 },
          BY,
        );
      },
    }));
    await page.setViewportSize(DESK);
  });
  after(() => close?.());

  it('value, curve and tasks fit 1440 by 900 without scrolling', async () => {
    await world.core.portfolio.holdings.create(
      owner,
      {
        portfolio: 'Mine',
        symbol: 'NOPRICE',
        asset_class: 'Indian Equity',
        currency: 'INR',
        quantity: 1,
        avg_buy_price: 5,
      },
      BY,
    );
    const needs = page.getByRole('region', { name: 'Needs you' });
    await shows(needs, /No price for NOPRICE, so the total excludes it\.\s*Add prices/);
    assert.ok((await needs.getByRole('listitem').count()) <= 3);
    const chart = page.getByRole('region', { name: /^Compared with/ });
    await chart.locator('canvas').waitFor();
    assert.equal(await page.evaluate('scrollY'), 0);
    for (const part of [page.getByRole('region', { name: 'Value', exact: true }), chart, needs]) {
      const box = await part.boundingBox();
      assert.ok(box !== null && box.y >= 0, String(part));
      assert.ok(box.y + box.height <= DESK.height, `${String(part)} ends at ${box.y + box.height}`);
    }
  });

  it('a task links to the page where it is done', async () => {
    await page.getByRole('link', { name: /^Add prices/ }).click();
    await page.getByRole('heading', { name: 'Data quality', level: 1 }).waitFor();
    await page.getByRole('row', { name: /NOPRICE/ }).waitFor();
  });

  it('a holding is one line with its curve, and its company as people write it', async () => {
    await go(page, '/holdings');
    const row = page.getByRole('row', { name: /Tata Consultancy Services/ });
    await row.getByRole('img', { name: /^Last 90 days: [+−]\d+\.\d\d%$/ }).waitFor();
    const box = await row.boundingBox();
    assert.ok((box?.height ?? 99) < 48, `the row is ${box?.height} pixels high`);
    await page.getByRole('link', { name: 'HDFC Life Insurance Company', exact: true }).waitFor();
    // Not in the registry: nothing is drawn.
    await counts(page.getByRole('row', { name: /HDFC Life/ }).getByRole('img', { name: /^Last 90 days/ }), 0);
    await fits(page);
  });

  it('on a phone the tab of the page is in view, and five links are below the page', async () => {
    await page.setViewportSize(PHONE);
    const bar = page.getByRole('navigation', { name: 'Main menu' });
    // A bar of tabs that is wider than the phone begins with the tab of the page in view; page and focus stay.
    for (const address of ['/data/quality', '/analysis/look-through']) {
      await go(page, address);
      await isDrawn(page);
      await becomes(
        () => page.evaluate<unknown>(TAB),
        { areWhole: true, isSeen: true, isAtTop: true, hasFocus: false },
        address,
      );
    }
    await bar.getByRole('link', { name: 'Holdings' }).click();
    await page.getByRole('heading', { name: 'Holdings', level: 1 }).waitFor();
    assert.equal(await bar.getByRole('link', { name: 'Holdings' }).getAttribute('aria-current'), 'page');
    const menu = page.getByRole('navigation', { name: 'Pages' });
    await bar.getByRole('button', { name: 'More' }).click();
    await menu.getByRole('link', { name: 'Transactions' }).click();
    await page.getByRole('heading', { name: 'Transactions', level: 1 }).waitFor();
    await bar.getByRole('link', { name: 'Add' }).click();
    const more = page.getByRole('button', { name: /^More: portfolio/ });
    await more.click();
    await page.getByRole('combobox', { name: 'Into portfolio' }).waitFor();
  });
});
