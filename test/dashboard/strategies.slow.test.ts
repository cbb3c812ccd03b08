import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { announce, istInstant } from '../../core/platform/index.ts';
import type { TestApi } from '../support/api-client.ts';
import { backtest, runAll, SYMBOLS, walkingMarket, WINDOW } from '../support/backtests.ts';
import { becomes, choose, closeMessages, counts, go, jump, shows, type Visit } from './browser.ts';
import { openSignedIn } from './opening.ts';

const by = { actor: 'test' };

describe('backtests in a browser', function () {
  let close: () => Promise<void>;
  let world: TestApi;
  let at: Visit;
  let page: Page;
  let owner: string;
  /** The run that the form started. */
  let id: string;

  before(async function () {
    ({ world, owner, at, page, close } = await openSignedIn(this, {
      now: istInstant('2025-07-01', '11:30'),
      height: 1400,
      prepare: async ({ world: { core } }) => void (await walkingMarket().write(core)),
    }));
  });
  after(() => close?.());

  const region = (name: string) => page.getByRole('region', { name, exact: true });
  const dialog = () => page.getByRole('dialog');
  const row = (name: string | RegExp) => page.getByRole('row', { name });
  const field = (name: string) => page.getByRole('textbox', { name });
  /** The first and the last day. */
  const days = () => page.getByRole('group', { name: 'Period and capital' }).locator('input[type=date]');
  const tab = async (name: string) => await page.getByRole('tab', { name, exact: true }).click();
  const idOf = (): string => /\/strategies\/(\d+)/.exec(page.url())?.[1] ?? assert.fail(page.url());

  it('an empty page says what a backtest is; the form says at each field what is wrong with it', async () => {
    await jump(page, 'q');
    await page.getByRole('heading', { name: 'No backtests yet' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'New backtest' }).first().click();
    await page.getByRole('heading', { name: 'New backtest', level: 1 }).waitFor();
    // what the form offers is what the server knows
    assert.equal(await page.getByRole('textbox', { name: 'Lookback' }).inputValue(), '252');
    await page.getByText('Own list').click();
    await field('Symbols').fill(SYMBOLS.join('\n').toLowerCase());
    await page.getByText('6 symbols so far').waitFor();
    await field('Shares to hold').fill('9');
    await field('Skipped').fill('252');
    await days().nth(0).fill(WINDOW.from);
    await days().nth(1).fill(WINDOW.to);
    await page.getByRole('button', { name: 'Run the backtest' }).click();
    await page.getByText('top_n must be 6 or less').first().waitFor();
    for (const wrong of ['Shares to hold', 'Skipped'])
      assert.equal(await field(wrong).getAttribute('aria-invalid'), 'true', wrong);
    assert.equal(await field('Symbols').getAttribute('aria-invalid'), null);
  });

  it('a combination has members with a weight and settings each, and a wrong one is told at its own field', async () => {
    await choose(
      page.getByRole('combobox', { name: 'Strategy', exact: true }),
      'A combination of strategies',
    );
    await page.getByRole('button', { name: 'Add a strategy' }).click();
    const third = region('Strategy 3');
    await third.getByRole('textbox', { name: 'Weight' }).fill('5000');
    await field('Shares to hold').fill('2');
    await page.getByRole('button', { name: 'Run the backtest' }).click();
    await third.getByText('weight must be 1000 or less').waitFor();
    await third.getByRole('button', { name: /^Remove/ }).click();
    await counts(region('Strategy 3'), 0);
    await choose(page.getByRole('combobox', { name: 'Strategy', exact: true }), /^Momentum, 12/);
    await page.getByRole('button', { name: 'Run the backtest' }).click();
    await page.getByText('Waiting to start').waitFor();
  });

  it('one that waits is cancelled after a question; run again opens the form as it was', async () => {
    await closeMessages(page);
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await shows(dialog(), /discarded/);
    await dialog().getByRole('button', { name: 'Cancel the backtest' }).click();
    await page.getByText('It was cancelled before it was finished').waitFor();
    await page.getByRole('link', { name: 'Run again with changes' }).click();
    await becomes(async () => await field('Symbols').inputValue(), SYMBOLS.join(', '));
    assert.equal(await days().nth(0).inputValue(), WINDOW.from);
    await closeMessages(page);
    await field('Name').fill('Two best');
    await page.getByRole('button', { name: 'Run the backtest' }).click();
    await page.getByRole('heading', { name: 'Two best', level: 1 }).waitFor();
    await page.getByText('Waiting to start').waitFor();
    id = idOf();
  });

  it('progress comes over the live socket, to the page and to the list, and never goes back', async () => {
    const told = async (progress: number) =>
      await world.core.database.asSystem('a test', async (trx) => {
        const payload = { user_id: owner, run_id: id, status: 'RUNNING', progress };
        await announce(trx, { channel: 'research_progress', payload });
      });
    await told(37.8);
    await page.getByText('37% done').waitFor();
    await page.getByRole('link', { name: 'All backtests' }).click();
    await row(/Two best/)
      .getByText('Waiting to start')
      .waitFor();
    await told(61);
    await row(/Two best/)
      .getByText('61% done')
      .waitFor();
    await told(40);
    await told(62);
    await row(/Two best/)
      .getByText('62% done')
      .waitFor();
    await page.getByRole('link', { name: 'Two best' }).click();
  });

  it('a finished one shows its figures, with what makes them look too good, without a reload', async () => {
    await runAll(world.core);
    const { metrics } = await world.core.strategies.runs.get(owner, id);
    assert.ok(metrics);
    await page.getByText(/^₹10,00,000 became ₹/).waitFor();
    await page.getByRole('note', { name: /^Survivorship bias: chosen shares/ }).waitFor();
    const fallen = metrics.max_drawdown_pct.toFixed(2);
    await shows(region('Max drawdown'), new RegExp(`−${fallen}%[\\s\\S]*NIFTY 500 `));
    await shows(region('Costs'), new RegExp(`₹${Math.round(metrics.costs.total).toLocaleString('en-IN')}`));
    await region('Growth').locator('canvas').waitFor();
    // a year and a half is too short to judge
    await shows(region('Validation'), /Not judged[\s\S]*shorter than 5 years[\s\S]*may not go live/);
    await shows(region('How to read these figures'), /yearly exemption of long-term gains is not used/);
  });

  it('behind the figures: every order with its reason, what was held on a day, events, tax, the worst times, the settings', async () => {
    await tab('Orders');
    await choose(page.getByRole('combobox', { name: 'State' }), 'Not made');
    const { items, total } = await world.core.strategies.runs.orders(owner, id, {
      page: 1,
      page_size: 50,
      state: 'NOT_MADE',
    });
    const [first] = items;
    assert.ok(first);
    await page.getByText(`${total} orders`).waitFor();
    await page.getByText(first.reason).first().waitFor();
    await counts(page.getByRole('row'), items.length + 1);

    await tab('Holdings');
    await page.getByLabel('On', { exact: true }).fill('2024-06-30');
    // a Sunday: the session before it
    await page.getByText(/At the close of 28 Jun 2024: \d+ shares? and ₹/).waitFor();
    await page.getByLabel('On', { exact: true }).fill('2023-06-30');
    await page.getByRole('heading', { name: 'No session by then' }).waitFor();

    await tab('Ranks');
    await region('Ranks of the shares held').getByRole('button', { name: 'Table' }).click();
    await counts(region('Ranks of the shares held').getByRole('columnheader', { name: 'Symbol' }), 1);
    await tab('Costs and tax');
    await shows(region('Tax by financial year'), /2024-25/);
    await shows(region('Costs by item'), /Securities transaction tax/);
    await tab('Worst times');
    await shows(region('Deepest drawdowns'), /−\d+\.\d\d%/);
    await tab('Settings');
    await shows(region('Settings'), /6 chosen shares: AAA, BBB/);
    await tab('Events');
    await page.getByRole('table', { name: 'Events' }).waitFor();
  });

  it('its days and orders come as files', async () => {
    await page.getByRole('button', { name: 'Download' }).click();
    const items = page.getByRole('menuitem');
    await counts(items, 2);
    const files = await Promise.all(
      [0, 1].map(async (nr) => (await items.nth(nr).getAttribute('href')) ?? assert.fail()),
    );
    for (const file of files) assert.match(await (await at.context.request.get(file)).text(), /^\uFEFFdate,/);
    await page.keyboard.press('Escape');
  });

  it('without the live socket the page looks again by itself until the run is finished', async () => {
    const of = { universe: 'NIFTY500', strategy: 'low_volatility' };
    await world.core.strategies.runs.create(owner, backtest({ name: 'Index of 500' }, of), by);
    const silence = await page.addInitScript(`window.WebSocket = class { readyState = 0; close() {} }`);
    await page.goto('/strategies');
    await silence.dispose();
    await row(/Index of 500/)
      .getByText('Waiting to start')
      .waitFor();
    await runAll(world.core);
    await row(/Index of 500/)
      .getByText('Finished', { exact: true })
      .waitFor();
  });

  it('several are compared: their curves from 100, and their figures side by side with the best marked', async () => {
    const { runs } = world.core.strategies;
    await shows(row(/Index of 500/), /Index members by date/);
    // chosen too few, it says how many it takes
    await page.getByRole('button', { name: 'Compare' }).hover();
    await page.getByText('Select 2 to 6 finished backtests').waitFor();
    for (const name of ['Index of 500', 'Two best'])
      await page.getByRole('checkbox', { name: `Select ${name} to compare` }).check();
    await page.getByRole('link', { name: 'Compare 2' }).click();
    await region('Growth').locator('canvas').waitFor();
    const table = page.getByRole('table', { name: 'Figures side by side' });
    await counts(table.getByRole('columnheader'), 3);
    const of = async (name: string) =>
      (await runs.list(owner, { page: 1, page_size: 9 })).items.find((run) => run.name === name)?.metrics ??
      assert.fail();
    const [index, two] = [await of('Index of 500'), await of('Two best')];
    const isCalmer = index.max_drawdown_pct < two.max_drawdown_pct;
    const cells = table.getByRole('row', { name: /^Max drawdown/ }).getByRole('cell');
    await shows(cells.nth(isCalmer ? 1 : 2), /^★ −/);
    await shows(cells.nth(isCalmer ? 2 : 1), /^−/);
  });

  it('deleting asks first and leads back to the list; its address says that it is gone', async () => {
    await go(page, `/strategies/${id}`);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await shows(dialog(), /cannot be restored/);
    await dialog().getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('link', { name: 'Index of 500' }).waitFor();
    await counts(page.getByRole('link', { name: 'Two best' }), 0);
    await go(page, `/strategies/${id}`);
    await page.getByRole('heading', { name: 'This backtest no longer exists' }).waitFor();
  });

  it('nothing was asked of anybody but the server, and the console is quiet', () => {
    assert.deepEqual(
      at.complaints.filter((one) => !/status of (422|404)/.test(one)),
      [],
    );
  });
});
