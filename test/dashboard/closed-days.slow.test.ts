import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { istInstant } from '../../core/platform/index.ts';
import type { TestApi } from '../support/api-client.ts';
import { go, shows, signIn, visit } from './browser.ts';
import { movableClock } from './showcase.ts';
import { openDashboard } from './opening.ts';

describe('a day without a session in a browser', function () {
  let browser: Browser;
  let close: () => Promise<void>;
  let world: TestApi;
  let owner: string;
  const clock = movableClock();
  before(async function () {
    clock.put(istInstant('2026-11-20', '15:00'));
    ({ world, browser, owner, close } = await openDashboard(this, { clock }));
  });
  after(() => close?.());

  it('portfolio/Dashboard read model: on a Sunday overview, holdings and watchlist say Friday’s date, and never Today', async () => {
    const by = { actor: 'test' };
    for (const [symbol, price, before] of [
      ['TCS', 3300, 3200],
      ['INFY', 1200, 1250],
    ] as const)
      await world.core.portfolio.holdings.create(
        owner,
        {
          portfolio: 'Main',
          symbol,
          asset_class: 'Indian Equity',
          currency: 'INR',
          quantity: 10,
          avg_buy_price: 1000,
          current_price: price,
          previous_close: before,
        },
        by,
      );
    await world.core.watchlist.items.create(
      owner,
      { symbol: 'TCS', asset_class: 'Indian Equity', currency: 'INR' },
      by,
    );
    clock.put(istInstant('2026-11-22', '11:00'));
    const at = await visit(browser, world);
    const { page } = at;
    await signIn(at, world);
    // 10 × 100 − 10 × 50 = 500.
    await shows(page.getByRole('region', { name: 'Fri 20 Nov' }), /\+₹500\.00/);
    await shows(page.getByRole('region', { name: 'Portfolios' }), /Day’s change[\s\S]*Fri 20 Nov/);
    await shows(page.getByRole('radiogroup', { name: 'Movers of' }), /Fri 20 Nov/);
    for (const [path, title] of [
      ['/holdings', 'Holdings'],
      ['/watchlist', 'Watchlist'],
    ] as const) {
      await go(page, path);
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      await shows(page.locator('main'), /Fri 20 Nov/);
      assert.doesNotMatch(await page.locator('main').innerText(), /\btoday\b|just now/i, path);
    }
    assert.deepEqual(at.complaints, []);
    await at.close();
  });
});
