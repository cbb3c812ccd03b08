import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { istInstant } from '../../core/platform/index.ts';
import type { TestApi } from '../support/api-client.ts';
import { YahooServer } from '../support/yahoo-server.ts';
import { becomes, closeMessages, counts, fits, go, jump, shows, type Visit } from './browser.ts';
import { openSignedIn } from './opening.ts';

const by = { actor: 'test' };

describe('what is recorded beside trades, in a browser', function () {
  let close: () => Promise<void>;
  let yahoo: YahooServer;
  let world: TestApi;
  let at: Visit;
  let page: Page;
  let owner: string;

  before(async function () {
    yahoo = await new YahooServer({ 'TCS.NS': { price: 3000, closes: [2900, 3000] } }).start();
    ({ world, owner, at, page, close } = await openSignedIn(this, {
      now: istInstant('2026-03-02', '11:30'),
      height: 1400,
      environment: { YAHOO_BASE_URL: yahoo.url },
    }));
  });
  after(async () => {
    await close?.();
    await yahoo?.close();
  });

  const dialog = () => page.getByRole('dialog');
  const row = (table: string, text: string | RegExp) =>
    page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text });
  const save = async (name: string) => await dialog().getByRole('button', { name }).click();

  it('an empty list tells what to do; what is added shows its price, what is unknown its reason', async () => {
    await jump(page, 'w');
    await page.getByText('Your watchlist is empty').waitFor();
    for (const symbol of ['TCS', 'NOWHERE']) {
      await page.getByRole('button', { name: 'Add to watchlist' }).first().click();
      await dialog().getByLabel('Symbol').fill(symbol);
      await save('Add');
      await dialog().waitFor({ state: 'hidden' });
    }
    await row('Watchlist', 'TCS').getByText('₹3,000.00').waitFor();
    await shows(row('Watchlist', 'TCS'), /\+₹100\.00/);
    await row('Watchlist', 'NOWHERE')
      .getByText('unknown: The source does not know the symbol.')
      .first()
      .waitFor();
  });

  it('an alert is set from its symbol, listed with its state, and deleted after a question', async () => {
    await page.getByRole('button', { name: 'Alert: TCS' }).click();
    await dialog().getByRole('textbox', { name: 'Price' }).fill('3100');
    await save('Set alert');
    await row('Alerts', 'TCS at or above ₹3,100.00').getByText('Armed').waitFor();
    await dialog().waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Change: TCS at or above ₹3,100.00' }).click();
    await dialog().getByRole('textbox', { name: 'Price' }).fill('2950');
    await save('Change the alert');
    // the price is 3,000: that level is passed already
    await row('Alerts', 'TCS at or above ₹2,950.00').getByText('Triggered').waitFor();
    await dialog().waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Delete: TCS at or above ₹2,950.00' }).click();
    await save('Delete');
    await page.getByText('No alerts yet').waitFor();
    await dialog().waitFor({ state: 'hidden' });
    assert.deepEqual(await world.core.watchlist.alerts.list(owner), []);
  });

  it('headlines of what is watched, or why there are none', async () => {
    await page.getByRole('button', { name: 'News: TCS' }).click();
    await dialog().getByText('News is switched off on this server').waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
  });

  it('a liability is entered, changed and deleted; its rate stays unknown where none is given', async () => {
    await jump(page, 'l');
    await page.getByText('No liabilities yet').waitFor();
    await page.getByRole('button', { name: 'New liability' }).first().click();
    await dialog().getByRole('textbox', { name: 'Name' }).fill('House');
    await dialog().getByRole('textbox', { name: 'Outstanding now' }).fill('5000000');
    await save('Save');
    await row('Liabilities', 'House').getByText('₹50,00,000.00').waitFor();
    await row('Liabilities', 'House').getByText('unknown: The rate is not set.').waitFor();
    await page.getByRole('button', { name: 'Edit House' }).click();
    await dialog().getByRole('textbox', { name: 'Outstanding now' }).fill('4950000');
    await save('Save');
    await dialog().waitFor({ state: 'hidden' });
    await row('Liabilities', 'House').getByText('₹49,50,000.00').waitFor();
    const [house] = await world.core.liabilities.list(owner);
    assert.equal((await world.core.liabilities.history(owner, house?.id ?? '')).total, 2);
    await page.getByRole('button', { name: 'Delete House' }).click();
    await save('Delete');
    await page.getByText('No liabilities yet').waitFor();
    assert.deepEqual(at.complaints, []);
  });

  const ledger = async (): Promise<unknown[]> => {
    const { items } = await world.core.portfolio.transactions.list(owner, { order: 'asc' });
    return items.map((one) => [one.symbol, one.date, one.type, one.quantity, one.price]);
  };

  it('what was sold without a purchase is completed on one page, with and without a cost, taken back, and done by a file', async () => {
    const { core } = world;
    const sell = { portfolio: 'Main', type: 'SELL', date: '2024-03-05', currency: 'INR' };
    await core.portfolio.transactions.create(
      owner,
      { ...sell, symbol: 'TCS', quantity: 20, price: 4000 },
      by,
    );
    await core.portfolio.transactions.create(
      owner,
      { ...sell, symbol: 'INFY', quantity: 7, price: 1500 },
      by,
    );
    const sales = await ledger();
    await go(page, '/data/quality');
    await page.getByRole('tab', { name: 'Opening positions (2)' }).click();
    await page.getByText('20 more sold than bought, first on 5 Mar 2024.').waitFor();

    await page.getByLabel('Cost per unit of INFY').fill('702.5');
    await page.getByLabel('Select all 2').check();
    await page.getByRole('button', { name: 'Record 2 opening positions' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/The cost of 1 stays unknown/).waitFor();
    await dialog.getByRole('button', { name: 'Record' }).click();
    await page.getByText('No opening positions are missing').waitFor();
    assert.deepEqual(await ledger(), [
      ['INFY', '2024-03-04', 'BUY', 7, 702.5],
      ['TCS', '2024-03-04', 'TRANSFER_IN', 20, null],
      ...sales,
    ]);

    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('tab', { name: 'Opening positions (2)' }).waitFor();
    await becomes(ledger, sales);

    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download CSV to fill in' }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload filled-in CSV' }).click();
    await (
      await chooser
    ).setFiles({
      name: 'openings.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(file.replace('7,2024-03-04,,', '7,2019-05-02,700,')),
    });
    await page.getByText('Opening positions, read as transactions.').waitFor();
    await page.getByRole('button', { name: /^Import 2/ }).click();
    await page.getByText('2 rows added to your ledger').waitFor();
    assert.deepEqual((await ledger()).slice(0, 2), [
      ['INFY', '2019-05-02', 'BUY', 7, 700],
      ['TCS', '2024-03-04', 'TRANSFER_IN', 20, null],
    ]);

    await go(page, '/data/quality?show=openings');
    await page.getByLabel('Cost per unit of the recorded TCS').fill('1800');
    await page.getByRole('button', { name: 'Record the cost' }).click();
    await page.getByText('Cost of TCS recorded.').waitFor();
    assert.deepEqual((await ledger())[1], ['TCS', '2024-03-04', 'BUY', 20, 1800]);
    assert.deepEqual(at.complaints, []);
  });

  const region = (name: string) => page.getByRole('region', { name, exact: true });

  it('portfolio/Report rules 8: a fund nobody told of is not known; its pasted rows show what is held twice', async () => {
    const held = { portfolio: 'Long term', currency: 'INR', avg_buy_price: 1, quantity: 10 };
    for (const more of [
      { symbol: 'PPFAS', asset_class: 'Mutual Fund', isin: 'INF879O01027', current_price: 60 },
      { symbol: 'INFY', name: 'Infosys Limited', asset_class: 'Indian Equity', current_price: 40 },
    ])
      await world.core.portfolio.holdings.create(owner, { ...held, ...more }, by);
    await closeMessages(page);
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
    await page
      .getByText(/^2 companies that funds hold are above your warning level of \d+\.\d\d% of the/)
      .waitFor();
    await counts(region('Companies').getByText('High', { exact: true }), 2);
    await region('Funds').getByText('2 companies, 100.0%').waitFor();
  });

  it('the form of a fund begins with the record, waits for it so that nothing typed is replaced, and can delete it', async () => {
    const address = '**/fund-holdings/PPFAS';
    const held: (() => Promise<void>)[] = [];
    await page.route(address, (route) => void held.push(() => route.continue()));
    await page.getByRole('button', { name: 'Update holdings of PPFAS' }).click();
    await dialog().getByText('Holdings of PPFAS').waitFor();
    await becomes(() => Promise.resolve(held.length), 1);
    await counts(dialog().getByRole('textbox'), 0);
    await held[0]?.();
    await dialog().getByText('2 companies, 100% together.').waitFor();
    assert.equal(await dialog().getByLabel('As of').inputValue(), '2026-01-31');
    await page.unroute(address);
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
    await go(page, '/analysis/look-through');
    await region('Companies').waitFor();
    await fits(page);
    assert.deepEqual(
      at.complaints.filter((one) => !/status of 422/.test(one)),
      [],
    );
  });
});
