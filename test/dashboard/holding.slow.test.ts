import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { TestApi } from '../support/api-client.ts';
import { becomes, go, shows, type Visit } from './browser.ts';
import { openSignedIn } from './opening.ts';
import { settleIn } from './showcase.ts';

describe('the page of a holding in a browser', function () {
  let close: () => Promise<void>;
  let world: TestApi;
  let owner: string;
  let at: Visit;
  let page: Page;

  before(async function () {
    ({ world, owner, at, page, close } = await openSignedIn(this, {
      address: '/holdings',
      height: 1400,
      prepare: async ({ world: { core }, owner: id, clock }) => {
        await settleIn(core, id, clock);
        const traded = { portfolio: 'Zerodha', symbol: 'M&M', currency: 'INR', note: 'For the house' };
        const by = { actor: 'test' };
        for (const [type, date, price] of [
          ['BUY', '2024-01-05', 1600],
          ['SELL', '2025-01-06', 3000],
        ] as const)
          await core.portfolio.transactions.create(id, { ...traded, type, date, quantity: 10, price }, by);
      },
    }));
  });
  after(async () => await close?.());

  const part = (name: string) => page.getByRole('region', { name, exact: true });

  it('leads there from the list, and shows the figures of the report', async () => {
    await go(page, '/holdings');
    await page.getByRole('link', { name: 'Tata Consultancy Services' }).click();
    await page.getByRole('heading', { name: 'Tata Consultancy Services', level: 1 }).waitFor();
    const view = await world.core.reports.holding.read(owner, { symbol: 'TCS' });
    await shows(part('XIRR'), new RegExp(`${(view.xirr_pct ?? 0).toFixed(2).replace('-', '−')}%`));
    await shows(part('Value'), /₹1,15,162\.60\s+6\.\d\d% of everything/);
    await shows(part('Quantity'), /^Quantity\s+35\s+at ₹3,450\.85 on average/);
    await shows(part('Realised gain'), /\+₹12,473\.70/);
    await part('Price and trades').locator('canvas').waitFor();
    await part('Price and trades').getByRole('button', { name: 'Table' }).click();
    await shows(part('Price and trades'), /10 Apr 2023\s+₹3,189\.77\s+20 at ₹3,189\.77/);
    await shows(part('Position'), /Held since\s+10 Apr 2023/);
    await shows(part('Open lots'), /13 Oct 2025[\s\S]*Short-term\s+long-term in 222 days, 14 Oct 2026/);
    await shows(part('Transactions'), /17 Jan 2025[\s\S]*Dividend/);
  });

  it('an address with a symbol from before a change leads to the page of today’s', async () => {
    const changes = 'Tata Consultancy Services,TATACS,TCS,01-APR-2015\n';
    await world.core.instruments.importLists([{ name: 'symbolchange.csv', bytes: Buffer.from(changes) }], {});
    await go(page, '/holdings/TATACS?portfolio=Zerodha');
    await page.waitForURL(/\/holdings\/TCS\?portfolio=Zerodha$/);
    await page.getByRole('heading', { name: 'Tata Consultancy Services', level: 1 }).waitFor();
    await go(page, '/holdings/TCS');
  });

  it('offers to watch it for its news, and sets an alert on it', async () => {
    await part('News').getByRole('button', { name: 'Watch TCS' }).click();
    await part('News').getByRole('button', { name: 'Watch TCS' }).waitFor({ state: 'hidden' });
    await becomes(async () => await world.core.watchlist.items.symbols(owner), ['TCS']);
    await page.getByRole('button', { name: 'Set an alert' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Price' }).fill('4000');
    await page.getByRole('dialog').getByRole('button', { name: 'Set alert' }).click();
    await shows(part('Alerts'), /TCS at or above ₹4,000\.00\s+Armed/i);
  });

  it('what was sold has its page, whatever its symbol is written with, with its notes', async () => {
    await go(page, '/transactions?symbol=M%26M');
    await page.getByRole('link', { name: 'M&M' }).first().click();
    await page.getByRole('heading', { name: 'M&M', level: 1 }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/holdings/M%26M');
    await page.getByText('You sold all of it on 6 Jan 2025.').waitFor();
    await shows(part('Realised gain'), /\+₹14,000\.00/);
    await shows(part('Transactions'), /For the house/);
    await shows(part('Price and trades'), /The instrument registry does not know it/);
    assert.equal(await part('Open lots').count(), 0);
  });

  it('what was never held says so', async () => {
    await go(page, '/holdings/NOSUCH');
    await page.getByRole('heading', { name: 'No holding NOSUCH' }).waitFor();
    const refused = /status of 404/;
    assert.deepEqual(
      at.complaints.filter((line) => !refused.test(line)),
      [],
    );
  });
});
