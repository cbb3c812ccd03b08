import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { istInstant } from '../../core/platform/index.ts';
import type { TestApi } from '../support/api-client.ts';
import { choose, counts, go, shows, type Visit } from './browser.ts';
import { type MovableClock, movableClock } from './showcase.ts';
import { openSignedIn } from './opening.ts';

const by = { actor: 'test' };

/** Ten shares of each since 30 January: worth 3,000, then 3,500, then 3,150; the index at 100, 101, 102. */
const DAYS = [
  { day: '2026-01-30', TCS: 100, ITC: 200, index: 100 },
  { day: '2026-02-27', TCS: 150, ITC: 200, index: 101 },
  { day: '2026-03-02', TCS: 120, ITC: 195, index: 102 },
] as const;
const SECTORS = { TCS: 'Technology', ITC: 'Consumer goods' } as const;

async function live({ core }: TestApi, clock: MovableClock): Promise<void> {
  const owner = (await core.identity.users.ensureOwner()).id;
  for (const { day, index, ...prices } of DAYS) {
    clock.put(istInstant(day, '15:45'));
    for (const symbol of ['TCS', 'ITC'] as const) {
      const trade = { portfolio: 'Main', symbol, currency: 'INR', asset_class: 'Indian Equity', type: 'BUY' };
      if (day === DAYS[0].day)
        await core.portfolio.transactions.create(
          owner,
          { ...trade, quantity: 10, price: prices[symbol], date: day },
          by,
        );
      const held = (await core.portfolio.holdings.all(owner)).find((one) => one.symbol === symbol);
      await core.portfolio.holdings.update(
        owner,
        held?.id ?? '',
        { current_price: prices[symbol], sector: SECTORS[symbol] },
        by,
      );
    }
    await core.database.asSystem('closes of an index for a test', async (trx) => {
      // A price that stays the same was seen on this day, too.
      await trx('portfolio.holdings').update({ price_as_of: day });
      await trx('portfolio.benchmark_snapshots').insert({
        benchmark: 'NIFTY50',
        day,
        close: index,
        source: 'IMPORT',
        as_of: clock.now(),
      });
    });
    await core.portfolio.snapshots.take(owner);
  }
}

describe('performance, risk and diversification in a browser', function () {
  let close: () => Promise<void>;
  let world: TestApi;
  let at: Visit;
  let page: Page;
  const clock = movableClock();
  let owner: string;
  const region = (name: string) => page.getByRole('region', { name, exact: true });

  before(async function () {
    // the day on which it all ends, so that nobody is signed out by the months that are lived through
    clock.put(istInstant('2026-03-02', '11:30'));
    ({ world, owner, at, page, close } = await openSignedIn(this, {
      height: 1600,
      clock,
      address: '/analysis/performance',
      prepare: async (opened) => {
        await opened.world.core.identity.parts.save(opened.owner, { shown: ['strategies'] });
        await live(opened.world, clock);
      },
    }));
  });
  after(() => close?.());

  const download = async (file: string, name: RegExp): Promise<void> => {
    await page.getByRole('button', { name: 'Download' }).click();
    const loaded = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: file }).click();
    assert.match((await loaded).suggestedFilename(), name);
  };

  it('portfolio/Report rules 4: what was earned, by period and beside the index; unknown is a dash with its reason', async () => {
    // (3,150 - 3,000) / 3,000, and 102 / 100 - 1 less of it
    await shows(region('Return on what you hold'), /\+5\.00%/);
    await shows(region('Alpha'), /\+3\.00%[\s\S]*NIFTY 50/);
    const periods = page.getByRole('table', { name: 'Returns by period' });
    await shows(
      periods.getByRole('row', { name: /^1M/ }),
      /since 30 Jan 2026[\s\S]*\+5\.00%[\s\S]*\+2\.00%[\s\S]*\+3\.00%/,
    );
    await shows(
      periods.getByRole('row', { name: /^1Y/ }),
      /unknown: The first known value is of 30 Jan 2026/,
    );
    await region('Monthly returns').getByRole('button', { name: 'Table' }).click();
    // 3,500 / 3,000 and 3,150 / 3,500
    await shows(region('Monthly returns').getByRole('row', { name: /2026/ }), /\+16\.67%[\s\S]*−10\.00%/);
    // 200 and -50 of 3,000
    await go(page, '/analysis/contribution');
    await region('Contribution to return').getByRole('button', { name: 'Table' }).click();
    await shows(region('Contribution to return').getByRole('row', { name: /^TCS/ }), /\+6\.67%/);
    await shows(region('Contribution to return').getByRole('row', { name: /^ITC/ }), /−1\.67%/);
    await go(page, '/analysis/performance');
  });

  it('a figure opens by keyboard to its formula, its numbers and what went in, and leads to its definition', async () => {
    const opener = region('Return on what you hold').getByRole('button', {
      name: 'How Return on what you hold is calculated',
    });
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'How Return on what you hold is calculated' });
    await shows(dialog, /\(gain \+ dividends\) \/ invested[\s\S]*\(150 \+ 0\) \/ 3,000 = 5 %/);
    // gain, dividends, invested and two prices
    await dialog.getByText('5 inputs.').waitFor();
    await dialog.getByRole('row', { name: /Price of TCS.*₹120\.00/ }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await opener.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByRole('link', { name: 'What this measure means' }).click();
    await page.waitForURL(/\/definitions#total_return$/);
    await page.getByRole('heading', { name: 'Return on what you hold', level: 3 }).waitFor();
  });

  it('a period is kept in the address and goes into the file that is taken along', async () => {
    await go(page, '/analysis/performance');
    await page.getByRole('radiogroup', { name: 'Period' }).getByText('3M').click();
    await page.waitForURL(/period=3M/);
    await page.getByRole('button', { name: 'Download' }).click();
    const csv = page.getByRole('menuitem', { name: 'All rows (CSV)' });
    await csv.and(page.locator('[href*="from=2025-12-02"]')).waitFor();
    const loaded = page.waitForEvent('download');
    await csv.click();
    assert.match((await loaded).suggestedFilename(), /performance.*\.csv$/);
  });

  it('portfolio/Report rules 6: the deepest fall with its days, and the days of a period', async () => {
    await go(page, '/analysis/risk');
    // 1 - 3,150 / 3,500
    await shows(
      region('Maximum drawdown'),
      /10\.00%[\s\S]*From 27 Feb 2026 to 2 Mar 2026, not recovered yet/,
    );
    // The rise took four weeks, and was no day's.
    await shows(region('Days'), /Best day[\s\S]*−10\.00% on 2 Mar 2026[\s\S]*−10\.00% on 2 Mar 2026/);
    await region('Sharpe ratio').getByRole('button').click();
    await shows(page.getByRole('dialog'), /\(CAGR - risk-free rate\) \/ volatility/);
    await page.keyboard.press('Escape');
    await page.getByRole('radiogroup', { name: 'Period' }).getByText('1M').click();
    await page.waitForURL(/period=1M/);
    await shows(region('Drawdown'), /From 30 Jan 2026 to 2 Mar 2026/);
  });

  it('diversification: shares, how much hangs on the largest, a page to print', async () => {
    await go(page, '/analysis/diversification');
    // 1,950 of 3,150; (1,200 / 3,150)^2 + (1,950 / 3,150)^2
    await shows(region('Largest holding'), /61\.90%[\s\S]*ITC/);
    await shows(region('Herfindahl index'), /0\.528/);
    await shows(region('By sector'), /Consumer goods[\s\S]*61\.90%[\s\S]*Technology[\s\S]*38\.10%/);
    await region('Sectors').getByRole('button', { name: 'Table' }).click();
    // 120 for 100
    await shows(region('Sectors').getByRole('row', { name: /TCS/ }), /\+20\.00%/);
    await download('One page (PDF)', /diversification.*\.pdf$/);
  });

  it('portfolio/Report rules 13: the picture of net worth as a table, how it is calculated, and the history of a debt', async () => {
    const loan = { name: 'Home loan', type: 'MORTGAGE', balance: 900 };
    const debt = await world.core.liabilities.create(owner, loan, by);
    await world.core.liabilities.update(owner, debt.id, { balance: 800 }, by);
    await world.core.portfolio.snapshots.take(owner);
    await go(page, '/net-worth');
    // 3,150 less 800
    await shows(region('Net worth'), /₹2,350\.00/);
    await region('Over time').getByRole('button', { name: 'Table' }).click();
    await page.getByRole('row', { name: /₹3,150\.00 ₹800\.00 ₹2,350\.00/ }).waitFor();
    await page.getByRole('button', { name: 'How net worth is calculated' }).click();
    await page.getByText('3,150 − 800').waitFor();
    await page.getByRole('button', { name: 'History of Home loan' }).click();
    await shows(page.getByRole('table', { name: 'Balances' }), /₹800\.00[\s\S]*₹900\.00/);
    await page.keyboard.press('Escape');
    await counts(page.getByRole('dialog'), 0);
  });

  it('a year of tax is chosen, kept in the address, and its Schedule 112A can be taken along', async () => {
    const sale = { portfolio: 'Main', symbol: 'TCS', type: 'SELL', currency: 'INR', date: '2026-03-02' };
    await world.core.portfolio.transactions.create(owner, { ...sale, quantity: 1, price: 120 }, by);
    await go(page, '/tax');
    await choose(page.getByRole('combobox', { name: 'Financial year' }), '2025-26');
    await page.waitForURL(/fy=2025-26/);
    await download('Schedule 112A', /^munim-schedule-112a-2025-26\.csv$/);
  });

  it('income is worked out anew, its months are turned, and it can be taken along', async () => {
    const dividend = { portfolio: 'Main', symbol: 'TCS', type: 'DIVIDEND', currency: 'INR' };
    await world.core.portfolio.transactions.create(
      owner,
      { ...dividend, date: '2026-02-10', quantity: 10, price: 12 },
      by,
    );
    const bond = { portfolio: 'Main', symbol: 'NOBODY2030', asset_class: 'Bond', currency: 'INR' };
    await world.core.portfolio.holdings.create(
      owner,
      { ...bond, quantity: 5, avg_buy_price: 101, coupon_rate: 7.26, maturity_date: '2030-03-16' },
      by,
    );
    await go(page, '/income');
    await page.getByRole('button', { name: 'Recalculate' }).click();
    await page
      .getByRole('status')
      .getByText('1 new, 0 changed, 0 cancelled. Bonds to check: NOBODY2030.')
      .waitFor();
    await page.getByRole('button', { name: 'Recalculate' }).click();
    await page.getByRole('status').getByText('Nothing has changed.').waitFor();
    await choose(page.getByRole('combobox', { name: 'Status' }), 'Upcoming');
    await page.waitForURL(/status=EXPECTED/);
    await download('All rows (CSV)', /income.*\.csv$/);
    await page.getByRole('tab', { name: 'Calendar' }).click();
    await page.waitForURL(/show=calendar/);
    await go(page, '/income?show=calendar&month=2026-02');
    await page.getByRole('table', { name: 'Income in Feb 2026' }).getByText('TCS').waitFor();
    await page.getByRole('button', { name: 'Next month' }).click();
    await page.getByText('Nothing is paid or expected in this month.').waitFor();
  });

  it('the menu folds its groups, and never over the page that is shown', async () => {
    const menu = page.getByRole('navigation', { name: 'Pages' });
    await menu.getByRole('button', { name: 'Strategies' }).waitFor();
    await counts(menu.getByRole('link', { name: 'Policies' }), 0);
    await menu.getByRole('button', { name: 'Strategies' }).click();
    await menu.getByRole('link', { name: 'Policies' }).click();
    await page.getByRole('heading', { name: 'Policies', level: 1 }).waitFor();
    await menu.getByRole('button', { name: 'Strategies', expanded: true }).waitFor();
    assert.deepEqual(at.complaints, []);
  });

  it('on a phone a badge is never cut, shows its full sentence, and is absent beside an unknown figure', async () => {
    clock.put(istInstant('2026-03-20', '11:30'));
    await page.setViewportSize({ width: 360, height: 800 });
    const areWhole = async (): Promise<boolean> =>
      await page.evaluate<boolean>(
        `[...document.querySelectorAll('main [class*=Badge-root]')].flatMap((badge) => [badge, ...badge.children])
          .every((one) => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight)`,
      );
    await go(page, '/analysis/risk');
    // Only the return of 2 March is one of a day.
    const badge = region('Maximum drawdown').locator('[class*=Badge-root]');
    await shows(badge, /^1 daily return$/);
    assert.equal(await areWhole(), true);
    // A focus shows its tooltip where the keyboard was used last.
    await page.keyboard.press('Tab');
    await badge.focus();
    await shows(page.getByRole('tooltip'), /^Calculated from only 1 daily return\.$/);
    await shows(region('Volatility'), /—[\s\S]*needs at least 2 daily returns/);
    await counts(region('Volatility').locator('[class*=Badge-root]'), 0);
    await go(page, '/');
    const value = region('Value');
    await shows(value.locator('[class*=Badge-root]'), /^Partial, 18 days old$/);
    await go(page, '/analysis/performance');
    await shows(region('Value over time'), /Prices of 2 Mar 2026, 18 days old\./);
    assert.equal(await areWhole(), true);
    assert.deepEqual(at.complaints, []);
  });

  it('the explanation of a figure that is open follows its figure', async () => {
    await go(page, '/analysis/risk');
    await region('Maximum drawdown').getByRole('button').click();
    const dialog = page.getByRole('dialog', { name: 'How Maximum drawdown is calculated' });
    const worked = dialog.getByText('10 % from 27 Feb 2026 to 2 Mar 2026');
    await counts(worked, 1);
    const { holdings } = world.core.portfolio;
    for (const { id, symbol, current_price } of await holdings.all(owner))
      if (symbol in SECTORS)
        await holdings.update(owner, id, { current_price: (current_price ?? 0) / 2 }, by);
    await counts(worked, 0);
    assert.deepEqual(at.complaints, []);
  });
});
