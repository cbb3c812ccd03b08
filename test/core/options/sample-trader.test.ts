import assert from 'node:assert/strict';
import { historyOf, recordsOf } from '../../../core/options/sample-trader/play.ts';
import { eventsFrom } from '../../../core/options/sample-trader/events.ts';
import { valueOf } from '../../../core/options/sample-trader/market.ts';
import type { Session } from '../../../core/options/sample-trader/days.ts';
import type { Rec } from '../../../core/options/sample-trader/trade.ts';
import { createCalendar } from '../../../core/market/calendar/index.ts';
import { type Options, RECORD_KINDS } from '../../../core/options/index.ts';
import { optionsWorld, type OptionsWorld } from '../../support/options-world.ts';

const TODAY = '2026-11-23';
const calendar = createCalendar();
const days = (today: string): string[] =>
  calendar
    .sessionsBetween('NSE', calendar.addSessions('NSE', today, -65), calendar.previousSession('NSE', today))
    .filter((day) => calendar.sessionReason('NSE', day) === null)
    .slice(-60);
const sessionsOf = (all: readonly string[]): Session[] =>
  all.map((day, at) => ({ day, before: all[at - 1] ?? null, after: all[at + 1] ?? null }));
function played(today: string): Rec[] {
  const sessions = sessionsOf(days(today));
  const recent = sessions.slice(-10);
  return [
    ...sessions.slice(0, -10).flatMap(historyOf),
    ...eventsFrom(recent[0]?.day ?? today, today),
    ...recent.flatMap(recordsOf),
  ];
}
const today = played(TODAY);

interface Leg {
  side: 'BUY' | 'SELL';
  quantity: number;
  entry_price: number;
  exit_price: number;
  symbol: string;
}

describe('contract/Options bodies: the sample trader', () => {
  let world: OptionsWorld;
  before(async () => {
    world = await optionsWorld('sqlite', `${TODAY}T04:00:00.000Z`);
  });
  after(() => world.close());
  const options = (): Options => world.core.options;

  it('reports every kind of record, each once, and all of them are taken', async () => {
    assert.equal(new Set(today.map(({ id }) => id)).size, today.length);
    assert.deepEqual(
      [...new Set(today.map(({ kind }) => kind))].toSorted(),
      RECORD_KINDS.map(({ kind }) => kind).toSorted(),
    );
    assert.deepEqual(await options().ingest(world.owner, today), {
      accepted: today.length,
      duplicates: 0,
      rejected: [],
    });
    // A day later the window has moved: what it shares with yesterday's is the same to the letter, and the rest is taken too.
    world.clock.at = new Date('2026-11-24T04:00:00.000Z');
    const known = new Map(today.map((record) => [record.id, record]));
    const tomorrow = played('2026-11-24');
    const shared = tomorrow.filter(({ id }) => known.has(id));
    assert.ok(shared.length > 3_000);
    assert.deepEqual(
      shared,
      shared.map(({ id }) => known.get(id)),
    );
    const added = tomorrow.filter(({ id }) => !known.has(id));
    assert.ok(added.length > 0);
    assert.deepEqual(await options().ingest(world.owner, added), {
      accepted: added.length,
      duplicates: 0,
      rejected: [],
    });
  });

  it('gives every screen something: each mode with won, lost and open trades, reasons, outcomes, a gate with enough trades', async () => {
    for (const mode of ['LIVE', 'DRY_RUN', 'SHADOW'] as const) {
      const { realised, trades } = await options().performance.read(world.owner, mode);
      assert.equal(realised.state, 'COMPLETE', mode);
      assert.ok(trades.closed >= 19 && trades.won > 0 && trades.lost > 0, mode);
      assert.equal(trades.open, 1, mode);
    }
    const { trades } = await options().performance.read(world.owner, 'DRY_RUN');
    assert.ok(trades.closed >= 60);
    const reasons = new Set(
      today.filter(({ kind }) => kind === 'signal').flatMap((one) => one['reason'] ?? []),
    );
    assert.ok(reasons.size >= 5, JSON.stringify([...reasons]));
    const outcomes = today.filter(({ kind }) => kind === 'market_outcome');
    assert.equal(outcomes.length, 120);
  });

  it('a trade is what its fills are: prices, slippage and costs agree', () => {
    const closed = today.filter(({ kind }) => kind === 'closed_trade');
    const fills = today.filter(({ kind }) => kind === 'execution');
    for (const trade of closed) {
      const own = fills.filter((fill) => fill['tag'] === trade['tag']);
      const legs = trade['legs'] as Leg[];
      assert.equal(own.length, 2 * legs.length);
      const cash = own.reduce(
        (sum, { side, price, quantity }) =>
          sum + (side === 'SELL' ? 1 : -1) * Math.round(Number(price) * 100) * Number(quantity),
        0,
      );
      const gross = legs.reduce(
        (sum, { side, quantity, entry_price, exit_price }) =>
          sum + (side === 'BUY' ? 1 : -1) * Math.round((exit_price - entry_price) * 100) * quantity,
        0,
      );
      assert.equal(gross, cash, String(trade['tag']));
      const total = (costs: unknown) =>
        Object.values(costs as Record<string, number>).reduce((sum, value) => sum + value, 0);
      const paid = own.reduce((sum, { costs }) => sum + total(costs), 0);
      assert.ok(Math.abs(total(trade['costs']) - paid) < 0.005);
      const slipped = own.reduce(
        (sum, { price, reference_price, quantity }) =>
          sum + Math.abs(Number(price) - Number(reference_price)) * Number(quantity),
        0,
      );
      assert.ok(Math.abs(Number(trade['slippage_entry']) + Number(trade['slippage_exit']) - slipped) < 0.02);
      assert.ok(Number(trade['mfe']) * 100 + 0.5 >= gross && Number(trade['mae']) * 100 - 0.5 <= gross);
    }
  });

  it('option prices: Black and Scholes by a known answer, and put-call parity', () => {
    // Spot and strike 100, one year, 20 %, no interest: 7.9656 (Hull, Options, Futures and Other Derivatives, formula 15.20).
    const at = { spot: 100, strike: 100, years: 1, iv: 20 };
    assert.ok(Math.abs(valueOf('CE', at).price - 7.9656) < 0.0005);
    for (const strike of [80, 95, 100, 120]) {
      const [call, put] = [valueOf('CE', { ...at, strike }), valueOf('PE', { ...at, strike })];
      assert.ok(Math.abs(call.price - put.price - (100 - strike)) < 1e-9);
      assert.ok(Math.abs(call.delta - put.delta - 1) < 1e-9);
    }
  });
});
