import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import type { TestApi } from '../support/api-client.ts';
import { becomes, go, signIn, visit } from './browser.ts';
import { openDashboard } from './opening.ts';

const by = { actor: 'test' };

describe('opening positions in a browser', function () {
  let browser: Browser;
  let close: () => Promise<void>;
  let world: TestApi;
  let owner: string;
  before(async function () {
    ({ world, browser, owner, close } = await openDashboard(this));
  });
  after(() => close?.());

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
    const at = await visit(browser, world);
    const { page } = at;
    await signIn(at, world, '/data-quality');
    await page.getByRole('tab', { name: 'Opening positions (2)' }).click();
    await page.getByText('20 more sold than bought, first on 2024-03-05.').waitFor();

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
    await (await chooser).setFiles({
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

    await go(page, '/data-quality?show=openings');
    await page.getByLabel('Cost per unit of the recorded TCS').fill('1800');
    await page.getByRole('button', { name: 'Record the cost' }).click();
    await page.getByText('Cost of TCS recorded.').waitFor();
    assert.deepEqual((await ledger())[1], ['TCS', '2024-03-04', 'BUY', 20, 1800]);
    assert.deepEqual(at.complaints, []);
    await at.close();
  });
});
