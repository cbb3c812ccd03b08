import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { type TestApi, testApi } from '../support/api-client.ts';
import { buildDashboard, openBrowser, signIn, type Visit, visit } from './browser.ts';

describe('what figures mean, in a browser', function () {
  this.timeout(60_000);
  let browser: Browser;
  let world: TestApi;
  let at: Visit;

  before(async function () {
    this.timeout(180_000);
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

  /** Waits until an anchor stands under the header. */
  const isInView = async (id: string): Promise<void> => {
    const top = `document.getElementById('${id}')?.getBoundingClientRect().top`;
    await at.page.waitForFunction(`${top} >= 0 && ${top} < 300`);
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
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 375);
    assert.deepEqual(at.complaints, []);
  });
});
