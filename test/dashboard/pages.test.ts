import assert from 'node:assert/strict';
import { istInstant } from '../../core/platform/index.ts';
import { type TestApi, testApi } from '../support/api-client.ts';
import { dashboardRenderer, headingsOf, wordsOf } from './rendering.ts';
import { movableClock } from './showcase.ts';

/** What a page says while there is nothing that it could show. */
const EMPTY: Readonly<Record<string, string>> = {
  '/': 'Import your first tradebook',
  '/holdings': 'No holdings yet',
  '/transactions': 'No transactions yet',
  '/notifications/letter': 'No letter yet',
  '/watchlist': 'Your watchlist is empty',
  '/analysis/performance': 'No returns yet',
  '/analysis/risk': 'No history yet',
  '/data': 'Nothing to do',
  '/analysis/diversification': 'No holdings yet',
  '/income': 'No income yet',
  '/analysis/look-through': 'No funds or shares yet',
  '/net-worth': 'Nothing recorded yet',
  '/transactions/activity': 'Nothing recorded yet',
  '/goals': 'No goals yet',
  '/income/calendar': 'Nothing is due',
  '/net-worth/liabilities': 'No liabilities yet',
  '/strategies': 'No backtests yet',
  '/policies': 'No policies yet',
  '/research/ai': 'AI research is switched off. Set PORTFOLIO_AI_RESEARCH_ENABLED=1 and start Munim again.',
  '/options': 'No trades in dry run yet',
  '/options/journal': 'No closed trades yet',
  '/data/corporate-actions': 'Nothing is waiting',
  '/data/broker-changes': 'Nothing is waiting',
};

describe('pages without a browser', function () {
  this.timeout(600_000);
  const clock = movableClock();
  let world: TestApi;
  let owner: string;
  let render: (address: string) => Promise<string>;
  before(async () => {
    clock.put(istInstant('2026-11-20', '15:00'));
    world = await testApi({ clock });
    owner = (await world.core.identity.users.ensureOwner()).id;
    render = await dashboardRenderer(await world.signedIn());
  });
  after(() => world?.close());

  it('every page has its name, and says what brings it to life', async () => {
    // After React, of which the renderer chooses the build.
    const { PATHS, titleAt } = await import('./page-table.ts');
    const found: Record<string, string[]> = {};
    for (const path of PATHS.filter((one) => !one.includes(':'))) {
      const html = await render(path);
      found[path] = headingsOf(html);
      assert.ok(wordsOf(html).includes(EMPTY[path] ?? ''), `${path} does not say ${EMPTY[path]}`);
    }
    assert.match(wordsOf(await render('/income?show=bonds')), /No bonds/);
    assert.match(
      wordsOf(await render('/data/quality')),
      /Nothing to compare yet.*No closes of your shares yet.*No split or bonus announcement has been fetched yet/s,
    );
    assert.match(
      wordsOf(await render('/settings')),
      /App and offline reading.*This page was opened over http:.*Memory of this process would run out first: .* is used.*Hourly values, Alerts, .*: No run of the last 7 days has finished/s,
    );
    assert.match(await render('/policies'), /<a [^>]*href="\/strategies"(?:(?!<\/a>)[\s\S])*Go to Backtests/);
    const names = Object.keys(found).map((path) => [path, [titleAt(path)]] as const);
    assert.ok(names.length > 40);
    assert.deepEqual(found, { ...Object.fromEntries(names), '/': ['Welcome to Munim'] });
  });

  it('portfolio/Dashboard read model: on a Sunday overview, holdings and watchlist say Friday’s date, and never Today', async () => {
    const by = { actor: 'test' };
    const share = { asset_class: 'Indian Equity', currency: 'INR' };
    for (const [symbol, price, before] of [
      ['TCS', 3300, 3200],
      ['INFY', 1200, 1250],
    ] as const)
      await world.core.portfolio.holdings.create(
        owner,
        {
          ...share,
          portfolio: 'Main',
          symbol,
          quantity: 10,
          avg_buy_price: 1000,
          current_price: price,
          previous_close: before,
        },
        by,
      );
    await world.core.watchlist.items.create(owner, { ...share, symbol: 'TCS' }, by);
    clock.put(istInstant('2026-11-22', '11:00'));
    const renderNow = await dashboardRenderer(await world.signedIn());
    const overview = wordsOf(await renderNow('/'));
    // 10 × 100 − 10 × 50 = 500.
    assert.match(overview, /Fri 20 Nov [^₹]{0,20}\+₹500\.00/);
    assert.match(overview, /Day’s change.*Fri 20 Nov/);
    const letter = wordsOf(await renderNow('/notifications/letter'));
    assert.match(
      letter,
      /Your week to 22 Nov 2026.*Your 2 holdings are worth ₹45,000 at prices of 2\d Nov 2026/,
    );
    assert.match(letter, /What moved.*What is due, 22 to 28 Nov 2026.*One thing to decide/);
    for (const path of ['/holdings', '/watchlist']) {
      const words = wordsOf(await renderNow(path));
      assert.match(words, /Fri 20 Nov/, path);
      assert.doesNotMatch(words, /\btoday\b|just now/i, path);
    }
  });
});
