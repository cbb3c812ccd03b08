import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { TestApi } from '../support/api-client.ts';
import { fitsPhone, PHONE } from './accessibility.ts';
import { becomes, go, shows, type Visit } from './browser.ts';
import { openSignedIn } from './opening.ts';
import { settleIn } from './showcase.ts';
import { tradebookFile } from '../support/tradebook-rows.ts';

const TRADEBOOK = tradebookFile(
  'WIPRO,INE075A01022,2025-03-03,NSE,EQ,EQ,buy,false,10,280,77001,77001,2025-03-03T10:00:00',
);

describe('a household in a browser', function () {
  let close: () => Promise<void>;
  let world: TestApi;
  let owner: string;
  let at: Visit;
  let page: Page;

  before(async function () {
    let now = new Date();
    ({ world, owner, at, page, close } = await openSignedIn(this, {
      height: 1400,
      prepare: async ({ world: { core }, owner: id, clock }) => {
        await settleIn(core, id, clock);
        now = clock.now();
        const by = { actor: 'test' };
        const traded = { portfolio: 'Zerodha', symbol: 'M&M', currency: 'INR', note: 'For the house' };
        for (const [type, date, price] of [
          ['BUY', '2024-01-05', 1600],
          ['SELL', '2025-01-06', 3000],
        ] as const)
          await core.portfolio.transactions.create(id, { ...traded, type, date, quantity: 10, price }, by);
      },
    }));
    // The form suggests the day of the phone. Playwright’s clock would move that of every page beside it.
    await page.evaluate(`globalThis.Date = class extends Date {
      constructor(...given) { super(...(given.length > 0 ? given : [${now.getTime()}])); }
      static now() { return ${now.getTime()}; }
    }`);
  });
  after(async () => await close?.());

  describe('the page of a holding', () => {
    const part = (name: string) => page.getByRole('region', { name, exact: true });

    it('leads there from the list, and shows the figures of the report', async () => {
      await go(page, '/holdings');
      await page.getByRole('link', { name: 'Tata Consultancy Services' }).click();
      await page.getByRole('heading', { name: 'Tata Consultancy Services', level: 1 }).waitFor();
      const view = await world.core.reports.holding.read(owner, { symbol: 'TCS' });
      await shows(part('XIRR'), new RegExp(`${(view.xirr_pct ?? 0).toFixed(2).replace('-', '−')}%`));
      await shows(part('Value'), /₹1,15,162\.60\s+6\.\d\d% of everything/);
      await shows(part('Quantity'), /^Quantity\s+35\s+at ₹3,547\.18 a unit/);
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
      await world.core.instruments.importLists(
        [{ name: 'symbolchange.csv', bytes: Buffer.from(changes) }],
        {},
      );
      await go(page, '/holdings/TATACS?portfolio=Zerodha');
      await page.waitForURL(/\/holdings\/TCS\?portfolio=Zerodha$/);
      await page.getByRole('heading', { name: 'Tata Consultancy Services', level: 1 }).waitFor();
      await go(page, '/holdings/TCS');
    });

    it('offers to watch it for its news', async () => {
      await part('News').getByRole('button', { name: 'Watch TCS' }).click();
      await part('News').getByRole('button', { name: 'Watch TCS' }).waitFor({ state: 'hidden' });
      await becomes(async () => await world.core.watchlist.items.symbols(owner), ['TCS']);
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

  describe('on a phone', () => {
    before(async () => await page.setViewportSize(PHONE));

    it('no page with three years of figures scrolls sideways or cuts a figure off', async () => {
      // Every other page is looked at with the same amounts, in a household of which the closes are unknown.
      const pages = [
        '/holdings/TCS',
        '/holdings/SUNPHARMA?portfolio=Zerodha',
        '/analysis/performance',
        '/analysis/risk',
        '/tax?show=left',
        '/tax?fy=2024-25',
        '/help/commands',
        '/help/models-and-privacy',
        '/help/settings',
      ];
      for (const path of pages) {
        await go(page, path);
        await page.locator('#main h1').first().waitFor();
        await fitsPhone(page, path);
      }
    });

    it('a row of the holdings is two lines, the largest first, and leads to its page', async () => {
      await go(page, '/holdings');
      const rows = page.getByRole('table', { name: 'Holdings' }).getByRole('row');
      await shows(
        rows.nth(1),
        /^Nippon India ETF Nifty 50 BeES\s+NIFTYBEES · 1,750 units · Retirement\s+₹5,0\d,\d{3}\.\d\d/,
      );
      const { height = 0 } = (await rows.nth(1).boundingBox()) ?? {};
      assert.ok(height < 70, `a row is ${height} pixels high`);
      await page.getByRole('combobox', { name: 'Sorted by' }).selectOption('symbol');
      await page.getByRole('button', { name: 'Largest first: turn around' }).click();
      await shows(rows.nth(1), /BHARTIARTL/);
      // A tap beside the name is one on the row.
      const box = (await rows.nth(1).boundingBox()) ?? assert.fail('no row');
      await page.mouse.click(box.x + box.width / 2, box.y + box.height - 4);
      await page.getByRole('heading', { name: 'Bharti Airtel', level: 1 }).waitFor();
    });

    it('a row of the transactions opens with a tap, and a screen reader knows its columns', async () => {
      await go(page, '/transactions?symbol=TCS');
      const table = page.getByRole('table', { name: 'Transactions' });
      const row = table.getByRole('row').nth(1);
      await shows(row, /^Tata Consultancy Services\s+13 Oct 2025 · TCS · Zerodha\s+Buy\s+₹/i);
      assert.equal(await table.getAttribute('aria-colcount'), '8');
      // Wherever nothing else can be pressed.
      await row.getByRole('button', { name: 'Show details' }).click({ position: { x: 300, y: 8 } });
      const price = row.getByRole('cell').filter({ hasText: '₹3,260.66' });
      assert.equal(await price.first().getAttribute('aria-colindex'), '5');
      await row.getByRole('button', { name: /^Edit Buy of TCS/ }).waitFor();
      await row.getByRole('button', { name: 'Hide details' }).press('Enter');
      await price.first().waitFor({ state: 'hidden' });
    });
  });

  /** What a person does each day, on a phone, from the overview: how often they tap, and how many fields they fill in. */
  describe('everyday tasks on a phone', () => {
    let taps: number;
    let typed: number;
    before(async () => await page.setViewportSize({ width: 390, height: 844 }));
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

    it('see what everything is worth, and refresh the prices', async () => {
      await shows(part('Value'), /₹/);
      took({ taps: 0, typed: 0 });
      await tap(button('Refresh prices'));
      await becomes(async () => (await world.core.portfolio.dashboard.read(owner)) !== null, true);
      took({ taps: 1, typed: 0 });
    });
    it('import a tradebook', async () => {
      await tap(page.getByRole('banner').getByRole('link', { name: 'Import a file' }));
      const choosing = page.waitForEvent('filechooser');
      await tap(button(/^Choose files/));
      await (
        await choosing
      ).setFiles({
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
    it('find the XIRR of a holding, and set an alert on it', async () => {
      await find('tata con', /^TCS/);
      await shows(part('XIRR'), /%/);
      took({ taps: 2, typed: 1 });
      await tap(button('Set an alert'));
      await fill(dialog().getByRole('textbox', { name: 'Price' }), '4000');
      await tap(dialog().getByRole('button', { name: 'Set alert' }));
      await shows(part('Alerts'), /TCS at or above ₹4,000\.00\s+Armed/i);
      took({ taps: 4, typed: 2 });
    });
    it('the calendar, net worth and tax are found by their first letters', async () => {
      await tap(page.getByRole('banner').getByRole('button', { name: 'Search' }));
      for (const [words, name] of [
        ['cal', /^Calendar/],
        ['net', /^Net worth/],
        ['tax', /^Tax$/],
      ] as const) {
        await page.getByRole('combobox', { name: 'Search' }).fill(words);
        await page.getByRole('option', { name }).waitFor();
      }
      await page.keyboard.press('Escape');
    });
  });

  /** Without the search, from the overview, by the thumb: none takes more than three taps. */
  describe('ten everyday tasks on a phone', () => {
    const MOST_TAPS = 3;
    const bar = (name: string) =>
      page.getByRole('navigation', { name: 'Main menu' }).getByText(name, { exact: true });
    const menu = (name: string) =>
      page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true });
    const part = (name: string | RegExp) => page.getByRole('region', { name });
    const title = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();
    const button = (name: string | RegExp) => page.getByRole('button', { name });
    const file = {
      name: 'phone.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(TRADEBOOK.replaceAll('77001', '88001')),
    };
    type Step = Locator | { choose: Locator } | { write: Locator; text: string };
    const tasks: readonly (readonly [
      task: string,
      steps: () => readonly Step[],
      done: () => Promise<unknown>,
    ])[] = [
      ['see what everything is worth', () => [], () => shows(part('Value').first(), /₹/)],
      [
        'see the last month beside the index',
        () => [part(/^Compared with/).getByText('1M', { exact: true })],
        () =>
          part(/^Compared with/)
            .locator('canvas')
            .waitFor(),
      ],
      [
        'see the return of one holding',
        () => [bar('Holdings'), page.getByRole('link', { name: 'Infosys', exact: true })],
        () => shows(part('XIRR'), /%/),
      ],
      [
        'import a file',
        () => [bar('Add'), { choose: button(/^Choose files/) }, button('Import 1 row')],
        () => page.getByRole('heading', { name: '1 row added' }).waitFor(),
      ],
      [
        'enter a purchase',
        () => [
          bar('Add'),
          page.getByRole('link', { name: 'Add a transaction' }),
          { write: page.getByRole('dialog').getByRole('combobox', { name: 'Symbol' }), text: 'WIPRO' },
          { write: page.getByRole('dialog').getByLabel('Quantity'), text: '5' },
          { write: page.getByRole('dialog').getByLabel('Price'), text: '250' },
          page.getByRole('dialog').getByRole('button', { name: 'Save' }),
        ],
        () => page.getByText('Buy of WIPRO saved.').waitFor(),
      ],
      [
        'ask a question',
        () => [
          bar('Chat'),
          { write: page.getByRole('textbox', { name: 'Message' }), text: 'how am I doing' },
          button('Send'),
        ],
        () =>
          page
            .getByRole('log')
            .getByText(/how am I doing/)
            .waitFor(),
      ],
      [
        'see what comes next',
        () => [part('Next dates').getByRole('link', { name: 'Calendar' })],
        () => title('Calendar'),
      ],
      ['see the tax of this year', () => [bar('More'), menu('Tax')], () => title('Tax')],
      ['see what the shares paid', () => [bar('More'), menu('Income')], () => title('Income')],
      [
        'read the notifications',
        () => [page.getByRole('banner').getByRole('link', { name: /^Notifications/ })],
        () => title('Notifications'),
      ],
    ];
    before(async () => await page.setViewportSize(PHONE));

    for (const [task, steps, done] of tasks)
      it(task, async () => {
        await go(page, '/');
        await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
        let taps = 0;
        for (const step of steps()) {
          if ('write' in step) {
            await step.write.fill(step.text);
            continue;
          }
          taps += 1;
          if ('choose' in step) {
            const choosing = page.waitForEvent('filechooser');
            await step.choose.click();
            await (await choosing).setFiles(file);
          } else await step.click();
        }
        await done();
        assert.ok(taps <= MOST_TAPS, `${taps} taps`);
      });
    it('there are ten', () => assert.equal(tasks.length, 10));
  });

  describe('with a holding of which no transactions are recorded', () => {
    it('portfolio/States "PARTIAL": the explanation of a figure says which holdings it excludes, and why', async () => {
      const gold = { portfolio: 'Zerodha', symbol: 'GOLD', asset_class: 'Unlisted', currency: 'INR' };
      const prices = { quantity: 10, avg_buy_price: 10, current_price: 12 };
      await world.core.portfolio.holdings.create(owner, { ...gold, ...prices }, { actor: 'test' });
      await go(page, '/analysis/performance');
      const part = page.getByRole('region', { name: 'XIRR', exact: true });
      await shows(part, /Partial[\s\S]*%/);
      await part.getByRole('button').click();
      await shows(
        page.getByRole('dialog', { name: 'How XIRR is calculated' }),
        /Covers 99\.9% of value; excluded: GOLD\.[\s\S]*Excluded from XIRR: GOLD\. No transactions are recorded/,
      );
    });
  });
});
