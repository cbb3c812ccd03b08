import assert from 'node:assert/strict';
import { becomes, fits, go, type Visit } from './browser.ts';
import { openSignedIn } from './opening.ts';

describe('what figures mean, in a browser', function () {
  let close: () => Promise<void>;
  let at: Visit;

  before(async function () {
    ({ at, close } = await openSignedIn(this, { address: '/definitions#sharpe' }));
  });
  after(() => close?.());

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
    const sharpe = page.getByRole('article', { name: 'Sharpe ratio' });
    await sharpe.getByText('(CAGR − risk-free rate) / volatility').waitFor();
    await isInView('sharpe');
    await page.goto('/definitions#max_drawdown');
    await isInView('drawdown');
  });

  it('the list at the top leads to each measure, and nothing is wider than a phone', async () => {
    const { page } = at;
    await page.setViewportSize({ width: 375, height: 740 });
    await go(page, '/definitions');
    await page
      .getByRole('navigation', { name: 'Measures' })
      .getByRole('link', { name: 'Herfindahl index' })
      .click();
    await isInView('herfindahl');
    await fits(page);
    assert.deepEqual(at.complaints, []);
  });

  it('help: a page leads to its paragraph, a search finds others, and says so if there is none', async () => {
    const { page } = at;
    await go(page, '/tax');
    await page.getByRole('link', { name: 'Help with this page' }).click();
    await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor();
    await isInView('tax');
    const search = page.getByRole('searchbox', { name: 'Search all guides' });
    await search.fill('request_token');
    await page.getByRole('link', { name: 'Files and brokers › Log in again each day' }).click();
    await isInView('log-in-again-each-day');
    await search.fill('zzyzx');
    await page.getByText('No guide contains “zzyzx”.').waitFor();
    await fits(page);
    assert.deepEqual(at.complaints, []);
  });
});
