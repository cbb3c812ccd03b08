import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { istDate } from '../../core/platform/index.ts';
import type { TestApi } from '../support/api-client.ts';
import { eventually } from '../support/chat-driver.ts';
import { recordedDifference } from '../support/recorded-difference.ts';
import { YahooServer } from '../support/yahoo-server.ts';
import { becomes, counts, go, signIn, type Visit, visit } from './browser.ts';
import { openDashboard } from './opening.ts';

const by = { actor: 'test' };
const NOW = new Date('2026-11-25T06:00:00.000Z');
const SHARES = `SYMBOL,NAME OF COMPANY, SERIES, DATE OF LISTING, PAID UP VALUE, MARKET LOT, ISIN NUMBER, FACE VALUE
RELIANCE,Reliance Industries Limited,EQ,29-NOV-1995,10,1,INE002A01018,10
TCS,Tata Consultancy Services Limited,EQ,25-AUG-2004,1,1,INE467B01029,1
`;

describe('data quality in a browser', function () {
  let browser: Browser;
  let close: () => Promise<void>;
  let world: TestApi;
  let owner: string;
  let yahoo: YahooServer;
  let at: Visit;
  before(async function () {
    const day = istDate(NOW);
    yahoo = await new YahooServer({
      'TCS.NS': { price: 4321, closes: [4300, 4321], day },
      'RELIANCE.NS': { price: 1432.5, closes: [1420, 1432.5], day },
    }).start();
    ({ world, browser, owner, close } = await openDashboard(this, {
      environment: { YAHOO_BASE_URL: yahoo.url },
      // No month before the end of a year: the calendar of the next one would be a task, too.
      now: NOW,
    }));
  });
  after(async () => {
    await close?.();
    await yahoo?.close();
  });

  it('a refresh shows how far it is and what it could not price; the page tells what to do about each, and doing it settles it', async () => {
    const { core } = world;
    await core.instruments.importLists([{ name: 'EQUITY_L.csv', bytes: Buffer.from(SHARES) }], {});
    const held = { portfolio: 'Long term', currency: 'INR', quantity: 10, avg_buy_price: 1000 };
    const hold = async (symbol: string, over: Record<string, unknown> = {}) =>
      await core.portfolio.holdings.create(
        owner,
        { ...held, symbol, asset_class: 'Indian Equity', ...over },
        by,
      );
    await hold('TCS');
    await hold('RELIND', { name: 'Reliance Industries Ltd' });
    const fund = await hold('FLEXI', {
      asset_class: 'Mutual Fund',
      isin: 'INF879O01027',
      current_price: 100,
      name: 'Flexi Cap Fund',
    });
    const trade = { portfolio: 'Long term', price: 0, quantity: 2, currency: 'INR', date: '2024-03-01' };
    await core.portfolio.transactions.create(owner, { ...trade, symbol: 'NEVER', type: 'SPLIT' }, by);
    // one is answered once somebody is there to be told of it, the other once that is seen
    const answerOne = yahoo.hold(/TCS/);
    const answerOther = yahoo.hold(/RELIND/);
    at = await visit(browser, world);
    const { page } = at;
    await signIn(at, world);
    await counts(page.getByText('Connecting'), 0);
    answerOne();
    await page.getByText('Refreshing prices').waitFor();
    answerOther();
    // A holding without any price is one task and not two; the fund shows its last one.
    await page.getByText('No price for RELIND, so the total excludes it.').waitFor();
    await page.getByText('1 price could not be updated, so its last price is shown.').waitFor();
    yahoo.calm();

    await core.portfolio.quotes.record(owner, [
      {
        holding_id: fund.id,
        status: 'FAILED',
        reason: 'GUARD_REJECTED',
        tried: [],
        quote: { price: 120, previous_close: null, as_of: '2026-03-02', source: 'AMFI' },
      },
    ]);
    // The page Data has the same tasks in the same words, and not only the three that the overview begins with.
    const tasks = (await core.reports.todos.read(owner)).items;
    assert.deepEqual(
      tasks.map(({ key }) => key),
      ['prices', 'excluded', 'fund_values'],
    );
    await go(page, '/data');
    await page.reload();
    const list = page.getByRole('region', { name: 'To do' }).getByRole('listitem');
    await becomes(
      async () => (await list.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ')),
      tasks.map(({ text, action }) => `${text} ${action}`),
      'tasks of the page Data',
    );
    await page.getByRole('link', { name: /^Add prices/ }).click();
    await page.getByRole('heading', { name: 'Data quality', exact: true }).waitFor();
    const row = page.getByRole('row', { name: /RELIND/ });
    await row.getByText('The source does not know the symbol.').waitFor();

    await page.getByRole('tab', { name: /^Instruments/ }).click();
    await page.getByRole('button', { name: 'RELIND is RELIANCE' }).click();
    await page.getByText('All instruments identified').waitFor();
    await page.getByRole('tab', { name: /^Excluded transactions/ }).click();
    await page.getByText('No NEVER was held on 1 Mar 2024, so there was nothing to split.').waitFor();
    await page.getByRole('tab', { name: /^Fund values/ }).click();
    await page
      .getByRole('row', { name: /Flexi Cap Fund/ })
      .getByRole('button', { name: 'Accept' })
      .click();
    await page.getByText('No rejected values').waitFor();
    assert.equal((await core.portfolio.holdings.get(owner, fund.id)).current_price, 120);

    await page.getByRole('link', { name: 'Overview' }).first().click();
    await page.getByRole('button', { name: 'Refresh prices' }).click();
    // 10 at 4,321, 10 at 1,432.50 and 10 at 120.
    await page.getByText('58,735').first().waitFor();
    assert.deepEqual(at.complaints, []);
  });

  it('recorded values that differ have both figures, their cause and a way to the transactions', async () => {
    const { page } = at;
    await go(page, '/data/quality?show=recorded-values');
    await page.getByRole('heading', { name: 'Nothing to compare yet', level: 2 }).waitFor();
    await recordedDifference(world.core, owner, 'OLDFILE');
    await page.reload();
    const row = page.getByRole('row', { name: /Transactions were entered by hand on/ });
    await row.getByText('₹500', { exact: false }).first().waitFor();
    await row.getByText('Other units of OLDFILE').waitFor();
    await page.getByText('Figures use the recalculated values.').waitFor();
    await row.getByRole('link', { name: 'Transactions' }).click();
    await page.getByRole('heading', { name: 'Transactions', exact: true }).waitFor();
    await page.getByRole('row', { name: /OLDFILE/ }).waitFor();
    assert.deepEqual(at.complaints, []);
  });

  it('a symbol is found by the name of its company, and brings its ISIN along', async () => {
    const { page } = at;
    await go(page, '/transactions');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Symbol').fill('reliance ind');
    await page.getByRole('option', { name: /^RELIANCE/ }).click();
    const holds = async (label: string, value: string) =>
      await eventually(`${value} in ${label}`, async () => {
        return (await form.getByLabel(label).inputValue()) === value || null;
      });
    await holds('Symbol', 'RELIANCE');
    await holds('ISIN', 'INE002A01018');
    assert.deepEqual(at.complaints, []);
  });
});
