import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { TestApi } from '../support/api-client.ts';
import { go, counts, fits, jump, shows, type Visit } from './browser.ts';
import { openSignedIn } from './opening.ts';

const by = { actor: 'test' };

describe('look-through and rebalance in a browser', function () {
  let close: () => Promise<void>;
  let world: TestApi;
  let at: Visit;
  let page: Page;
  let owner: string;

  before(async function () {
    ({ world, owner, at, page, close } = await openSignedIn(this, {
      address: '/import',
      height: 1200,
      prepare: async (opened) => {
        const held = { portfolio: 'Long term', currency: 'INR', avg_buy_price: 1, quantity: 10 };
        for (const more of [
          { symbol: 'PPFAS', asset_class: 'Mutual Fund', isin: 'INF879O01027', current_price: 60 },
          { symbol: 'INFY', name: 'Infosys Limited', asset_class: 'Indian Equity', current_price: 40 },
        ])
          await opened.world.core.portfolio.holdings.create(opened.owner, { ...held, ...more }, by);
      },
    }));
  });
  after(() => close?.());

  const region = (name: string) => page.getByRole('region', { name, exact: true });
  const dialog = () => page.getByRole('dialog');

  it('portfolio/Report rules 8: a fund nobody told of is not known; its pasted rows show what is held twice', async () => {
    await jump(page, 'u');
    await page.getByRole('heading', { name: 'Look-through', level: 1 }).waitFor();
    await page.getByText('unknown, not zero').waitFor();
    await region('Funds').getByText('Unknown', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Enter holdings of PPFAS' }).click();
    await dialog().getByLabel('As of').fill('2026-01-31');
    await dialog().getByRole('textbox', { name: 'Holdings' }).fill('Infosys Ltd, 10%\nITC');
    await dialog().getByText('Line 2: The weight of ITC is missing.').waitFor();
    await counts(dialog().getByRole('button', { name: 'Save', disabled: true }), 1);
    await dialog().getByRole('textbox', { name: 'Holdings' }).fill('Infosys Ltd, 60%\nITC, 50');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByText('The weights add up to 110%').first().waitFor();
    await dialog().getByRole('textbox', { name: 'Holdings' }).fill('Infosys Ltd, 10%\nITC, 90');
    await dialog().getByText('2 companies, 100% together.').waitFor();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'hidden' });
    // 60 % × 10 % + 40 %
    const infy = region('Companies').getByRole('row', { name: /INFY/ });
    await infy.getByText('46.00%', { exact: true }).waitFor();
    await infy.getByText('PPFAS: 60.00% × 10.00% = 6.00%').waitFor();
    await infy.getByText('2 places').waitFor();
    await region('Funds').getByText('2 companies, 100.0%').waitFor();
  });

  it('what is on record opens to be corrected or forgotten', async () => {
    await page.getByRole('button', { name: 'Update holdings of PPFAS' }).click();
    await dialog().getByText('2 companies, 100% together.').waitFor();
    assert.equal(await dialog().getByLabel('As of').inputValue(), '2026-01-31');
    await dialog().getByRole('button', { name: 'Delete 31 Jan 2026' }).click();
    await dialog().waitFor({ state: 'hidden' });
    await region('Funds').getByText('Unknown', { exact: true }).waitFor();
  });

  it('portfolio/Report rules 10: without targets it leads to Portfolios; with them it suggests and says that nothing is placed', async () => {
    await jump(page, 'r');
    await page.getByRole('heading', { name: 'No targets yet' }).waitFor();
    await page.getByRole('link', { name: 'Go to Portfolios' }).waitFor();
    const found = await world.core.portfolio.portfolios.findByName(owner, 'Long term');
    await world.core.portfolio.portfolios.update(
      owner,
      found?.id ?? '',
      { target_allocation: { 'Indian Equity': 60, 'Mutual Fund': 40 } },
      by,
    );
    // 200 of 1,000 are too much in the fund: 3.3334 units at 60, rounded to 3.334, buy 5 shares at 40
    const trades = region('Suggested trades');
    await trades.getByRole('row', { name: /Sell PPFAS.*3\.334/ }).waitFor();
    await trades.getByRole('row', { name: /Buy INFY.*5/ }).waitFor();
    await page.getByText('Munim never places orders').waitFor();
    for (const words of [/The largest drift is 20\.00%/, /\+20\.00%/, /−20\.00%/])
      await shows(region('Targets'), words);
  });

  it('a phone shows both without scrolling sideways, and the console is quiet', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await fits(page);
    await go(page, '/look-through');
    await region('Companies').waitFor();
    await fits(page);
    assert.deepEqual(
      at.complaints.filter((one) => !/status of 422/.test(one)),
      [],
    );
  });
});
