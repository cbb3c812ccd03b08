import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { istDate, systemClock } from '../../core/platform/index.ts';
import type { TestApi } from '../support/api-client.ts';
import { eventually } from '../support/chat-driver.ts';
import { YahooServer } from '../support/yahoo-server.ts';
import { signIn, visit } from './browser.ts';
import { openDashboard } from './opening.ts';

describe('prices in a browser', function () {
  let browser: Browser;
  let close: () => Promise<void>;
  let world: TestApi;
  let owner: string;
  let yahoo: YahooServer;
  before(async function () {
    yahoo = await new YahooServer({
      'TCS.NS': { price: 4321, closes: [4300, 4321], day: istDate(systemClock.now()) },
    }).start();
    ({ world, browser, owner, close } = await openDashboard(this, {
      environment: { YAHOO_BASE_URL: yahoo.url },
    }));
  });
  after(async () => {
    await close?.();
    await yahoo?.close();
  });

  it('portfolio/Price refresh rules 1: they are fetched when the page opens, and every five minutes while it is visible', async () => {
    await world.core.portfolio.holdings.create(
      owner,
      {
        portfolio: 'Long term',
        symbol: 'TCS',
        asset_class: 'Indian Equity',
        currency: 'INR',
        quantity: 10,
        avg_buy_price: 4000,
      },
      { actor: 'test' },
    );
    // its clock is moved, and that of every page beside it
    const at = await visit(browser, world, { apart: true });
    const { page } = at;
    await page.clock.install();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/market-data/refresh')) asked.push(request.method());
    });
    await signIn(at, world);
    await page.getByText('43,210').first().waitFor();
    assert.deepEqual(asked, ['POST']);
    // the clock runs on by itself: a minute and a half is left for a slow machine
    await page.clock.fastForward('03:30');
    assert.equal(asked.length, 1);
    await page.clock.fastForward('02:00');
    await eventually('it asks again', () => asked.length === 2);
    // Nobody sees it: nothing is asked for until somebody does.
    await page.evaluate(
      "Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })",
    );
    await page.clock.fastForward('20:00');
    assert.equal(asked.length, 2);
    await page.evaluate(
      "delete document.visibilityState; document.dispatchEvent(new Event('visibilitychange'))",
    );
    await eventually('it catches up', () => asked.length === 3);
    assert.deepEqual(at.complaints, []);
    await at.close();
  });
});
