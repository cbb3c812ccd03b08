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
});
