import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { buyKnownShares, enterHoles, LAST_BOOK_DAY, writeBookCloses } from '../support/partial-book.ts';
import { go, shows } from './browser.ts';
import { openSignedIn } from './opening.ts';

describe('figures of a part of the holdings in a browser', function () {
  let close: () => Promise<void>;
  let page: Page;
  const region = (name: string) => page.getByRole('region', { name, exact: true });

  before(async function () {
    ({ page, close } = await openSignedIn(this, {
      height: 1800,
      now: new Date(`${LAST_BOOK_DAY}T11:00:00.000Z`),
      prepare: async ({ world: { core }, owner }) => {
        await writeBookCloses(core);
        await buyKnownShares(core, owner);
        await enterHoles(core, owner);
      },
    }));
  });
  after(() => close?.());

  it('portfolio/States "PARTIAL": the overview shows the gain and the change of the others in place of a dash', async () => {
    await go(page, '/');
    await shows(region('Gain'), /Partial[\s\S]*\+₹666\.40[\s\S]*Of 4 of 6 holdings/);
    await shows(region('Today'), /Partial[\s\S]*Of 3 of 6 holdings/);
    await shows(
      page.getByRole('status').filter({ hasText: 'partial' }),
      /Excluded from Invested and Gain: GIFT\. No cost is recorded\. Import the tradebook/,
    );
    await shows(region('Portfolios'), /Partial: 4 of 6 holdings/);
  });

  it('performance, its windows and its months are of the two that are known throughout', async () => {
    await go(page, '/performance');
    await shows(region('XIRR'), /Partial[\s\S]*%[\s\S]*Covers 2 of 6 holdings/);
    await shows(region('Time-weighted return'), /Partial[\s\S]*\+33\.19%/);
    const periods = page.getByRole('table', { name: 'Returns by period' });
    await shows(periods.getByRole('row', { name: /^1Y/ }), /Partial[\s\S]*%/);
    await shows(region('Monthly returns, partial'), /Covers only 2 of 6 holdings/);
    await shows(region('Compared with NIFTY 50, partial'), /Covers only 2 of 6 holdings/);
    await region('XIRR').getByRole('button').click();
    const dialog = page.getByRole('dialog', { name: 'How XIRR is calculated' });
    await shows(
      dialog,
      /Partial: covers 2 of 6 holdings[\s\S]*Excluded from XIRR: MORE\. The transactions do not add up/,
    );
  });

  it('risk shows the drawdown and volatility of the part', async () => {
    await go(page, '/risk');
    await shows(region('Maximum drawdown'), /Partial[\s\S]*%[\s\S]*Covers 2 of 6 holdings/);
    await shows(region('Volatility'), /Partial/);
    await shows(
      page.getByRole('status').filter({ hasText: 'partial' }),
      /GOLD and OLD\. No transactions are recorded/,
    );
    assert.equal(await page.getByRole('heading', { name: 'No history yet' }).count(), 0);
  });
});
