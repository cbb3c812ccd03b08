import assert from 'node:assert/strict';
import { CHART_KINDS, chartOf } from '../../bot/charts.ts';
import { netWorthText } from '../../bot/text/net-worth.ts';
import { closeRenderer, renderConfig } from '../../charts/render.ts';
import { chartFile } from '../../core/chat/index.ts';
import { servedFile } from '../../core/chat/chart-file.ts';
import { type TestCore, testCore } from '../support/core.ts';

const by = { actor: 'test' };
const DAY = 24 * 60;

describe('bot charts: each from the read models of its report', () => {
  let fixture: TestCore;
  before(async () => {
    fixture = await testCore({ at: '2026-01-01T06:00:00.000Z' });
  });
  after(async () => {
    await fixture.close();
    await closeRenderer();
  });
  const drawn = async (kind: (typeof CHART_KINDS)[number], portfolio: string | null = null) =>
    await chartOf(fixture.core, fixture.owner, kind, portfolio);
  const captionOf = async (kind: (typeof CHART_KINDS)[number], portfolio: string | null = null) => {
    const drawing = await drawn(kind, portfolio);
    assert.ok('caption' in drawing, `${kind}: ${JSON.stringify(drawing)}`);
    return drawing.caption;
  };

  it('portfolio/Chat commands: without data each says in a sentence why there is no picture', async () => {
    for (const kind of CHART_KINDS) {
      const nothing = await drawn(kind);
      assert.ok('reason' in nothing, kind);
      assert.match(nothing.reason, /\.$/, kind);
    }
  });

  describe('with ten shares at 100, worth 1,000, then 900, then 1,200', () => {
    before(async () => {
      const area = fixture.core.portfolio;
      const trade = { portfolio: 'P', symbol: 'TCS', currency: 'INR', quantity: 10, price: 100 };
      await area.transactions.create(fixture.owner, { ...trade, type: 'BUY', date: '2026-01-01' }, by);
      const [holding] = await area.holdings.all(fixture.owner);
      const priced = async (price: number) => {
        await area.holdings.update(
          fixture.owner,
          holding?.id ?? '',
          { current_price: price, sector: 'IT' },
          by,
        );
        await area.snapshots.take(fixture.owner);
      };
      await priced(100);
      fixture.clock.pass(30 * DAY);
      await priced(90);
      fixture.clock.pass(28 * DAY);
      await priced(120);
      await area.transactions.create(
        fixture.owner,
        { ...trade, type: 'DIVIDEND', date: '2026-02-02', price: 2 },
        by,
      );
      await fixture.core.income.recompute(fixture.owner, by);
    });

    it('drawdown tells the fall in words', async () => {
      // 900 of 1,000
      assert.match(await captionOf('drawdown'), /^Drawdown: maximum −10\.00% on 31 Jan 2026/);
      assert.match(await captionOf('drawdown', 'P'), /^Drawdown: P: maximum/);
    });

    it('months, attribution, sectors, income, benchmark and one portfolio’s allocation have a caption', async () => {
      assert.match(
        await captionOf('months'),
        /^Monthly returns, Jan 2026 to Feb 2026, time-weighted.* Values up to 28 Feb 2026/,
      );
      assert.match(await captionOf('attribution'), /^Contribution to return/);
      assert.match(await captionOf('sectors'), /^Sectors\. Area shows value/);
      assert.match(await captionOf('income'), /^Income/);
      assert.match(
        await captionOf('benchmark'),
        /^Networth and NIFTY 50: 1 Jan 2026 to 28 Feb 2026 · Networth /,
      );
      assert.match(await captionOf('allocation', 'P'), /^Asset classes: P, by value/);
    });

    it('income is drawn in the currency of most payments, whichever came first', async () => {
      const row = {
        portfolio: 'P',
        symbol: 'AAPL',
        currency: 'USD',
        asset_class: 'US Equity',
        quantity: 1,
        price: 5,
      };
      for (const more of [
        { ...row, type: 'BUY', date: '2026-01-02' },
        { ...row, type: 'DIVIDEND', date: '2026-01-05' },
        // Sold: what was paid months ago is no price that the other charts should name.
        { ...row, type: 'SELL', date: '2026-01-06' },
        {
          ...row,
          symbol: 'TCS',
          currency: 'INR',
          asset_class: 'Indian Equity',
          type: 'DIVIDEND',
          date: '2026-02-20',
        },
      ])
        await fixture.core.portfolio.transactions.create(fixture.owner, more, by);
      await fixture.core.income.recompute(fixture.owner, by);
      assert.match(await captionOf('income'), /In INR\. \/dividends also shows USD/);
    });

    it('charts over days name their last day and the age of their prices; net worth names the age', async () => {
      const { core, clock, owner } = fixture;
      for (const kind of ['value', 'drawdown', 'months', 'benchmark'] as const)
        assert.doesNotMatch(await captionOf(kind), /old|No price is known after/, kind);
      clock.pass(60 * DAY);
      const { freshness } = await core.portfolio.dashboard.read(owner);
      assert.match(freshness.age_message ?? '', /^Prices of \d+ Feb 2026, 2 months old$/);
      for (const kind of ['value', 'drawdown', 'months', 'benchmark'] as const) {
        const caption = await captionOf(kind);
        assert.ok(caption.includes(`${freshness.age_message}.`), `${kind}: ${caption}`);
        // No market could have a newer price of these shares: the last one counts.
        assert.doesNotMatch(caption, /No price is known after/, kind);
      }
      const { text } = netWorthText(await core.reports.networth.read(owner, {}));
      assert.ok(text.includes(`\n${freshness.age_message}.`), text);
      clock.pass(-60 * DAY);
    });

    it('each can be drawn, and the configuration in the local chat draws the same picture', async () => {
      for (const kind of CHART_KINDS) {
        const drawing = await drawn(kind);
        if ('reason' in drawing) continue;
        const picture = await renderConfig(drawing.config);
        assert.equal(picture.subarray(1, 4).toString('latin1'), 'PNG', kind);
        const kept = chartFile(drawing);
        assert.ok(kept.bytes.length < picture.length / 6, kind);
        assert.deepEqual((await servedFile(kept, renderConfig)).bytes, picture, kind);
      }
    });
  });
});
