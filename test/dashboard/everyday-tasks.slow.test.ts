import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { TestApi } from '../support/api-client.ts';
import { becomes, go, shows } from './browser.ts';
import { openSignedIn } from './opening.ts';
import { settleIn } from './showcase.ts';

const TRADEBOOK = [
  'symbol,isin,trade_date,exchange,segment,series,trade_type,auction,quantity,price,trade_id,order_id,order_execution_time',
  'WIPRO,INE075A01022,2025-03-03,NSE,EQ,EQ,buy,false,10,280,77001,77001,2025-03-03T10:00:00',
  '',
].join('\n');

/** What a person does each day, on a phone, from the overview: how often they tap, and how many fields they fill in. */
describe('everyday tasks on a phone', function () {
  let close: () => Promise<void>;
  let world: TestApi;
  let owner: string;
  let page: Page;
  let taps: number;
  let typed: number;

  before(async function () {
    let now = new Date();
    ({ world, owner, page, close } = await openSignedIn(this, {
      // The form suggests the day of the phone, whose clock is moved below.
      apart: true,
      prepare: async ({ world: { core }, owner: id, clock }) => {
        await settleIn(core, id, clock);
        now = clock.now();
        await core.liabilities.create(
          id,
          { name: 'Home loan', type: 'MORTGAGE', currency: 'INR', balance: 2_500_000 } as never,
          { actor: 'test' },
        );
      },
    }));
    await page.setViewportSize({ width: 390, height: 844 });
    await page.clock.setFixedTime(now);
  });
  after(async () => await close?.());
  beforeEach(async () => {
    await go(page, '/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    [taps, typed] = [0, 0];
  });

  const tap = async (what: Locator): Promise<void> => {
    taps += 1;
    await what.click();
  };
  const fill = async (what: Locator, text: string): Promise<void> => {
    typed += 1;
    await what.fill(text);
  };
  const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
  const part = (name: string): Locator => page.getByRole('region', { name, exact: true });
  const dialog = (): Locator => page.getByRole('dialog');
  /** By the palette: three steps to whatever has a name. */
  const find = async (words: string, option: string | RegExp): Promise<void> => {
    await tap(page.getByRole('banner').getByRole('button', { name: 'Search' }));
    await fill(page.getByRole('combobox', { name: 'Search' }), words);
    await tap(page.getByRole('option', { name: option }));
  };
  const took = (most: { taps: number; typed: number }): void => assert.deepEqual({ taps, typed }, most);

  it('see what everything is worth, and what it gained today', async () => {
    await shows(part('Value'), /₹/);
    took({ taps: 0, typed: 0 });
  });
  it('import a tradebook', async () => {
    await tap(page.getByRole('banner').getByRole('link', { name: 'Import a file' }));
    const choosing = page.waitForEvent('filechooser');
    await tap(button(/^Choose files/));
    await (await choosing).setFiles({
      name: 'tradebook.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(TRADEBOOK),
    });
    await tap(button('Import 1 row'));
    await page.getByRole('heading', { name: '1 row added' }).waitFor();
    took({ taps: 3, typed: 0 });
  });
  it('undo that import', async () => {
    await tap(page.getByRole('banner').getByRole('link', { name: 'Import a file' }));
    await tap(
      page.getByRole('row', { name: /tradebook\.csv/ }).getByRole('button', { name: 'Show details' }),
    );
    await tap(button(/^Undo the import of tradebook\.csv/).first());
    await tap(dialog().getByRole('button', { name: /^Undo/ }));
    await page.getByText('Import undone: 1 row removed.').waitFor();
    took({ taps: 4, typed: 0 });
  });
  it('find the XIRR of a holding', async () => {
    await find('tata con', /^TCS/);
    await shows(part('XIRR'), /%/);
    took({ taps: 2, typed: 1 });
  });
  it('add a dividend', async () => {
    await find('infosys', /^INFY/);
    await tap(part('Transactions').getByRole('link', { name: 'Add a transaction' }));
    await tap(dialog().getByRole('combobox', { name: 'Type' }));
    await tap(page.getByRole('option', { name: 'Dividend' }));
    await fill(dialog().getByLabel('Shares'), '10');
    await fill(dialog().getByLabel('Dividend per share'), '21.5');
    await tap(dialog().getByRole('button', { name: 'Save' }));
    await page.getByText('Dividend of INFY saved.').waitFor();
    took({ taps: 6, typed: 3 });
  });
  it('set an alert on a holding', async () => {
    await find('tata con', /^TCS/);
    await tap(button('Set an alert'));
    await fill(dialog().getByRole('textbox', { name: 'Price' }), '4000');
    await tap(dialog().getByRole('button', { name: 'Set alert' }));
    await shows(part('Alerts'), /TCS at or above ₹4,000\.00/i);
    took({ taps: 4, typed: 2 });
  });
  it('see the tax of this year', async () => {
    await find('tax', /^Tax/);
    await page.getByRole('heading', { name: 'Tax', level: 1 }).waitFor();
    await page
      .getByText(/2025-26/)
      .first()
      .waitFor();
    took({ taps: 2, typed: 1 });
  });
  it('see which dividends are due next', async () => {
    await find('cal', /^Calendar/);
    await page.getByRole('heading', { name: 'Calendar', level: 1 }).waitFor();
    took({ taps: 2, typed: 1 });
  });
  it('refresh the prices', async () => {
    await tap(button('Refresh prices'));
    await becomes(async () => (await world.core.portfolio.dashboard.read(owner)) !== null, true);
    took({ taps: 1, typed: 0 });
  });
  it('see net worth after the loan', async () => {
    await find('net', /^Net worth/);
    await page.getByRole('heading', { name: 'Net worth', level: 1 }).waitFor();
    await page.getByText('Home loan').first().waitFor();
    took({ taps: 2, typed: 1 });
  });
});
