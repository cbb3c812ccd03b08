import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { type TestApi, testApi } from '../support/api-client.ts';
import { becomes, buildDashboard, fits, openBrowser, signIn, type Visit, visit } from './browser.ts';

describe('what figures mean, in a browser', function () {
  let browser: Browser;
  let world: TestApi;
  let at: Visit;

  before(async function () {
    const opened = await openBrowser();
    if (opened === null) return this.skip();
    browser = opened;
    world = await testApi({ dashboardDir: await buildDashboard() });
    await world.core.identity.users.ensureOwner();
    at = await visit(browser, world);
    await signIn(at, world);
  });
  after(async () => {
    await browser?.close();
    await world?.close();
  });

  /** Waits until an anchor stands under the header; the page scrolls there once it has its data. */
  const isInView = async (id: string): Promise<void> => {
    const anchor = at.page.locator(`#${id}`);
    await anchor.waitFor({ state: 'attached' });
    await becomes(
      async () => {
        const y = (await anchor.boundingBox())?.y ?? -1;
        return y >= 0 && y < 300 ? 'under the header' : `at ${y}`;
      },
      'under the header',
      id,
    );
  };

  it('an address with an anchor opens at its measure, by its key or by another name of it', async () => {
    const { page } = at;
    await page.goto('/definitions#sharpe');
    const sharpe = page.getByRole('article', { name: 'Sharpe ratio' });
    await sharpe.getByText('(CAGR − risk-free rate) / volatility').waitFor();
    await isInView('sharpe');
    await page.goto('/definitions#max_drawdown');
    await isInView('drawdown');
  });

  it('the list at the top leads to each measure, and nothing is wider than a phone', async () => {
    const { page } = at;
    await page.setViewportSize({ width: 375, height: 740 });
    await page.goto('/definitions');
    await page
      .getByRole('navigation', { name: 'Measures' })
      .getByRole('link', { name: 'Herfindahl index' })
      .click();
    await isInView('herfindahl');
    await fits(page);
    assert.deepEqual(at.complaints, []);
  });
});
