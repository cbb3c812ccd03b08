import assert from 'node:assert/strict';
import { countsOfPrices } from '../../charts/price-states.ts';
import type { Clock } from '../../core/platform/index.ts';
import { istInstant } from '../../core/platform/index.ts';
import type { ChatDriver } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';

/** Runs as the machine's clock does, from another time on. */
class ShiftedClock implements Clock {
  #offset = 0;
  put(at: Date): void {
    this.#offset = at.getTime() - Date.now();
  }
  now(): Date {
    return new Date(Date.now() + this.#offset);
  }
}

// Friday 20 November 2026 had sessions in India and America; Tuesday 24 November is Guru Nanak Jayanti, when NSE is closed.
const SUNDAY = istInstant('2026-11-22', '11:00');
const FRIDAY = istInstant('2026-11-20', '15:00');

describe('portfolio/Dashboard read model: on a day without a session the chat speaks of the last one', () => {
  let fixture: ChatFixture;
  let chat: ChatDriver;
  const clock = new ShiftedClock();
  before(async () => {
    clock.put(FRIDAY);
    fixture = await chatFixture({ clock });
    const holding = { portfolio: 'Main', currency: 'INR', sector: 'IT' };
    for (const row of [
      {
        symbol: 'TCS',
        asset_class: 'Indian Equity',
        quantity: 10,
        avg_buy_price: 3000,
        current_price: 3300,
        previous_close: 3200,
      },
      {
        symbol: 'INFY',
        asset_class: 'Indian Equity',
        quantity: 20,
        avg_buy_price: 1500,
        current_price: 1200,
        previous_close: 1250,
      },
    ])
      await fixture.core.portfolio.holdings.create(
        fixture.ownerId,
        { ...holding, ...row },
        { actor: 'test' },
      );
    await fixture.core.watchlist.items.create(
      fixture.ownerId,
      { symbol: 'TCS', asset_class: 'Indian Equity', currency: 'INR' },
      { actor: 'test' },
    );
    chat = await fixture.person('local');
  });
  after(() => fixture.close());

  const answer = async (words: string): Promise<string> => {
    await chat.says(words);
    return (await chat.reply()).text;
  };
  const COMMANDS = [
    '/complete_status',
    '/complete_status Main',
    '/live_status',
    '/top_gainers day',
    '/top_losers day',
    '/holding TCS',
    '/report',
    '/chart movers',
  ];

  it('during the session it is today', async () => {
    for (const words of COMMANDS) assert.match(await answer(words), /[Tt]oday/, words);
    assert.match(await answer('/watchlist'), /20 Nov 2026/);
  });

  it('on the Sunday after nothing is of today or just now: each figure says Friday’s date', async () => {
    clock.put(SUNDAY);
    for (const words of [...COMMANDS, '/watchlist']) {
      const text = await answer(words);
      assert.doesNotMatch(text, /\btoday\b|just now/i, words);
      assert.match(text, words === '/watchlist' ? /20 Nov 2026/ : /Fri 20 Nov/, words);
    }
    // Value 33,000 + 24,000; the day 10 × 100 − 20 × 50 = 0.
    assert.match(
      await answer('/complete_status'),
      /Fri 20 Nov ₹0\.00 \(0\.00%\)[\s\S]*Top movers on Fri 20 Nov[\s\S]*Prices of 20 Nov 2026, 2 days old/,
    );
    assert.match(await answer('/top_gainers day'), /^Top gainers on Fri 20 Nov\n/);
  });

  it('a price that is read on Sunday is Friday’s all the same', async () => {
    clock.put(SUNDAY);
    const { items } = await fixture.core.portfolio.holdings.list(fixture.ownerId, {});
    for (const { id, current_price } of items)
      await fixture.core.portfolio.holdings.update(
        fixture.ownerId,
        id,
        { current_price: (current_price ?? 0) + 1 },
        { actor: 'test' },
      );
    const text = await answer('/live_status');
    assert.match(text, /Fri 20 Nov/);
    assert.doesNotMatch(text, /today|just now|min ago/i);
    assert.match(
      await answer('/holding TCS'),
      /Price ₹3,301\.00 of Fri 20 Nov, updated 22 Nov 2026, 11:\d\d IST/,
    );
  });

  it('on a session day a holding whose price is of an older session says its date, and the rest is of today', async () => {
    clock.put(istInstant('2026-11-23', '11:00'));
    const { items } = await fixture.core.portfolio.holdings.list(fixture.ownerId, { search: 'TCS' });
    await fixture.core.portfolio.holdings.update(
      fixture.ownerId,
      items[0]?.id ?? '',
      { current_price: 3310 },
      { actor: 'test' },
    );
    assert.match(await answer('/holding TCS'), /\nToday /);
    assert.match(await answer('/holding INFY'), /\nFri 20 Nov /);
    assert.match(await answer('/complete_status'), /\nToday .*[\s\S]*INFY −\d+\.\d+% \(Fri 20 Nov\)/);
    assert.match(await answer('/top_losers day'), /^Top losers today\n.*Of\nINFY .*Fri 20 Nov/);
  });

  it('on a holiday of NSE it is Monday’s', async () => {
    clock.put(istInstant('2026-11-24', '11:00'));
    assert.match(await answer('/live_status'), /Mon 23 Nov/);
  });

  it('/health and /status say the same of the day, in the words of the page Data quality', async () => {
    // TCS is of Monday, INFY of Sunday or Friday: fresh, then old in its session, then of an earlier session.
    const counted: string[] = [];
    for (const at of [
      FRIDAY,
      SUNDAY,
      '2026-11-23 11:15',
      '2026-11-23 15:00',
      '2026-11-24 11:00',
      '2027-01-04 11:00',
    ]) {
      clock.put(typeof at === 'string' ? istInstant(at.slice(0, 10), at.slice(11)) : at);
      const [status, health] = [await answer('/status'), await answer('/health')];
      const said = /^.*(?=\. As of)/m.exec(status)?.[0] ?? assert.fail(status);
      assert.ok(health.includes(`Prices\n${said}. As of`), `${said}: ${health}`);
      // Said once: the note of the same age is left out.
      assert.equal(health.split(said).length, 2, health);
      assert.doesNotMatch(`${status}${health}`, /\bstale\b|\bmissing\b/i);
      const { prices } = await fixture.core.quality.read(fixture.ownerId);
      const { freshness } = await fixture.core.portfolio.dashboard.read(fixture.ownerId);
      assert.deepEqual(
        [prices.stale, prices.unavailable],
        [freshness.stale_holdings, freshness.unavailable_holdings],
      );
      const counts = [`${prices.fresh} up to date`, ...countsOfPrices(prices)].join(', ');
      assert.ok(health.includes(`\n${counts}\n`), `${counts}: ${health}`);
      counted.push(counts);
    }
    // The price of Monday morning is no close of Monday.
    const old = '0 up to date, 2 old';
    assert.deepEqual(counted.slice(2), ['1 up to date, 1 old', old, old, old]);
  });
});
