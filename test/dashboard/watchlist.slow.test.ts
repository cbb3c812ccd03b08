import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { istInstant } from '../../core/platform/index.ts';
import type { TestApi } from '../support/api-client.ts';
import { YahooServer } from '../support/yahoo-server.ts';
import { jump, shows, type Visit } from './browser.ts';
import { openSignedIn } from './opening.ts';

describe('watchlist, alerts and liabilities in a browser', function () {
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
    assert.equal((await world.core.liabilities.history(owner, house?.id ?? '')).length, 2);
    await page.getByRole('button', { name: 'Delete House' }).click();
    await save('Delete');
    await page.getByText('No liabilities yet').waitFor();
    assert.deepEqual(at.complaints, []);
  });
});
