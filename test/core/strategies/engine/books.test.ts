import assert from 'node:assert/strict';
import fc from 'fast-check';
import { daysBetween } from '../../../../core/platform/dates.ts';
import { parseAmount } from '../../../../core/platform/fixed-point.ts';
import {
  backtestRows,
  type BacktestTrace,
  GENUINE_EXITS,
  isLiquidMove,
  isRebalanceDay,
  type OrderRow,
  runBacktest,
  sessionMarks,
} from '../../../../core/strategies/engine/index.ts';
import type { StrategyConfig } from '../../../../core/strategies/config.ts';
import { liquidSweepOf } from '../../../../core/strategies/liquid-sweep-of.ts';
import type { PricePanel } from '../../../../core/strategies/panel/index.ts';
import { listed } from '../../../support/backtest-rows.ts';
import { keepBooks } from '../../../support/policy-oracle.ts';
import { calendar, randomPanel, withFund } from '../../../support/price-panel.ts';
import { sampled } from '../../../support/soak.ts';
import { someConfig, sweeping } from '../../../support/strategy-config.ts';

const [FROM, TO] = ['2022-03-01', '2024-09-30'];
const CAPITAL = 1_000_000;

function backtest(panel: PricePanel, config: StrategyConfig, capital = CAPITAL): BacktestTrace {
  const marks = sessionMarks(calendar, panel.days, config.rebalance);
  return runBacktest({
    panel,
    config,
    marks,
    from: FROM,
    to: TO,
    initialCapital: parseAmount(String(capital)),
  });
}

const anyMarket = fc.record({
  seed: fc.integer({ min: 0, max: 1_000_000 }),
  nr: fc.integer({ min: 0, max: 839 }),
  capital: fc.constantFrom(20_000, 1_000_000, 50_000_000),
  sweeps: fc.boolean(),
});
type AnyMarket = typeof anyMarket extends fc.Arbitrary<infer T> ? T : never;
/** A market and a config, with a liquid fund or without. */
function market({ seed, nr, sweeps }: AnyMarket): { panel: PricePanel; config: StrategyConfig } {
  const panel = randomPanel({ seed, shares: 24, from: '2022-01-03', to: '2024-09-30' });
  const config = someConfig(nr);
  return sweeps ? { panel: withFund(panel, seed), config: sweeping(config, seed) } : { panel, config };
}
const isOwn = ({ rule }: Pick<OrderRow, 'rule'>) => !isLiquidMove(rule);
const near = (own: number, other: number, within: number, what: string) =>
  assert.ok(Math.abs(own - other) <= within, `${what}: ${own} instead of ${other}`);

/** Exactly: cash + positions = deposits + dividends + realised + unrealised − costs − tax paid. */
function keepsMoney({ ledger }: BacktestTrace): void {
  let unrealised = 0n;
  for (const { quantity, price, cost } of ledger.positions.values()) unrealised += quantity * price - cost;
  assert.equal(
    ledger.cash + ledger.positionsValue(),
    ledger.deposits + ledger.dividends + ledger.realised + unrealised - ledger.costs - ledger.tax.paid,
  );
}

describe('the books of a policy', () => {
  it('portfolio/Policy rules 4 and 11: cash, positions, costs, taxes, NAVs and the moves of a liquid fund are those of a second bookkeeping, every day', () => {
    const met = new Set<string>();
    fc.assert(
      fc.property(anyMarket, (of) => {
        const { capital } = of;
        const { panel, config } = market(of);
        const trace = backtest(panel, config, capital);
        const rows = listed(backtestRows(trace, config));
        keepsMoney(trace);
        const isYearEnd = (day: string) => calendar.isLastSessionOfFinancialYear('NSE', day);
        const fund = panel.liquid && {
          ...panel.liquid,
          min: liquidSweepOf(config)?.min ?? 0,
          isCycle: (day: string) => isRebalanceDay(calendar, config.rebalance, day),
        };
        const books = keepBooks(panel, rows, capital, isYearEnd, fund);
        assert.equal(books.length, rows.equity.length);
        assert.ok(rows.equity.length > 600);
        for (const [at, day] of books.entries()) {
          const row = rows.equity[at];
          assert.ok(row !== undefined);
          const told = (what: string) => `${what} on ${day.date}`;
          // A paisa a year for the rounding of taxes.
          near(Number(row.cash), day.cash, 0.05, told('cash'));
          near(Number(row.positions_value), day.positions, 0.01, told('positions'));
          near(Number(row.cumulative_costs), day.costs, 0.001, told('costs'));
          near(Number(row.tax_accrued), day.taxAccrued, 0.04, told('tax accrued'));
          near(Number(row.tax_paid), day.taxPaid, 0.04, told('tax paid'));
          const units = capital / 10;
          const assets = day.cash + day.positions;
          near(Number(row.nav_gross), (assets + day.costs) / units, 1e-4, told('gross NAV'));
          near(Number(row.nav_net_of_costs), assets / units, 1e-4, told('NAV net of costs'));
          near(
            Number(row.nav_net_of_tax),
            (assets - day.taxAccrued + day.taxPaid) / units,
            1e-4,
            told('NAV net of tax'),
          );
          // cash + positions = deposits + dividends + realised + unrealised − costs − tax
          const sources = capital + day.dividends + day.realised + day.unrealised - day.costs - day.taxPaid;
          near(assets, sources, 0.05, told('money'));
          const moved = (rule: OrderRow['rule']) => {
            const found = rows.orders.filter((order) => order.date === day.date && order.rule === rule);
            assert.ok(found.length <= 1);
            return Number(found[0]?.quantity ?? 0);
          };
          for (const [rule, expected] of [
            ['LIQUID_REDEMPTION', day.moves?.redeemed],
            ['LIQUID_SWEEP', day.moves?.swept],
          ] as const) {
            // So near to another unit that doubles cannot tell.
            if (expected !== undefined && expected.margin < 0.06) continue;
            assert.equal(moved(rule), expected?.units ?? 0, told(rule));
            if (moved(rule) > 0) met.add(rule);
          }
        }
      }),
      { numRuns: sampled(8, 600), examples: [[{ seed: 1, nr: 4, capital: 1_000_000, sweeps: true }]] },
    );
    assert.deepEqual([...met].sort(), ['LIQUID_REDEMPTION', 'LIQUID_SWEEP']);
  });

  it('portfolio/Policy rules 5 and 6: no order breaks a rule, whatever the market does', () => {
    fc.assert(
      fc.property(anyMarket, (of) => {
        const { panel, config } = market(of);
        const trace = backtest(panel, config, of.capital);
        const { equity, orders } = listed(backtestRows(trace, config));
        const rowBefore = new Map(equity.map((row, at) => [row.date, equity[at - 1]]));
        for (const { date, cash } of equity) assert.ok(Number(cash) >= 0, `cash below nothing on ${date}`);
        for (const date of new Set(orders.map((order) => order.date))) {
          const own = orders.filter((order) => order.date === date);
          const at = panel.days.indexOf(date);
          const row = equity.find((one) => one.date === date);
          assert.ok(row !== undefined);
          let value = 0;
          let isBuying = false;
          for (const order of own) {
            const quantity = Number(order.quantity);
            assert.ok(Number.isInteger(quantity) && quantity >= 0, 'whole shares');
            assert.ok(quantity <= Number(order.wanted_quantity));
            assert.equal(order.state === 'NOT_MADE', quantity === 0);
            const isWhole = quantity > 0 && quantity === Number(order.wanted_quantity);
            assert.equal(order.limited_by === null, isWhole);
            isBuying ||= order.side === 'BUY';
            assert.equal(order.side, isBuying ? 'BUY' : 'SELL', 'sales come first');
            if (quantity === 0 || !isOwn(order)) continue;
            value += quantity * Number(order.price);
            assert.equal(Number(order.price), panel.closes[order.security * panel.days.length + at]);
            if (order.side === 'BUY')
              assert.ok(trace.market.isMember(order.security, at), 'buys members only');
            else if (!GENUINE_EXITS.has(order.rule)) {
              const before = trace.holdings.findLast((one) => one.day < date)?.held;
              const since = before?.find(({ security }) => security === order.security)?.heldSince ?? '';
              assert.ok(since !== '' && daysBetween(since, date) >= 31, `sold too young: ${since} ${date}`);
            }
          }
          const before = rowBefore.get(date);
          const spent = (of: 'cumulative_costs' | 'tax_paid') => Number(row[of]) - Number(before?.[of] ?? 0);
          // The value before the costs of the day, and before the tax that was paid at its end.
          const invested = Number(row.total_value) + spent('cumulative_costs') + spent('tax_paid');
          assert.ok(value <= invested * 0.25 + 1, `traded ${value} of ${invested} on ${date}`);
        }
        // Caps hold for whatever was bought into.
        for (const { date, security, side, quantity, rule } of orders) {
          if (side !== 'BUY' || quantity === '0' || !isOwn({ rule })) continue;
          const held = trace.holdings.find(({ day }) => day === date)?.held ?? [];
          const total = Number(equity.find((row) => row.date === date)?.total_value);
          const worth = ({ quantity: units, price }: (typeof held)[number]) => Number(units * price) / 1e20;
          const own = held.find((one) => one.security === security);
          assert.ok(own !== undefined);
          if (config.max_stock_pct !== undefined)
            assert.ok(worth(own) <= (total * config.max_stock_pct) / 100 + total * 0.002, 'cap of a share');
          const sector = panel.securities[security]?.sector;
          if (config.max_sector_pct !== undefined && sector !== null) {
            const all = held.filter((one) => panel.securities[one.security]?.sector === sector);
            const sum = all.reduce((total_, one) => total_ + worth(one), 0);
            assert.ok(sum <= (total * config.max_sector_pct) / 100 + total * 0.002, 'cap of a sector');
          }
        }
      }),
      { numRuns: sampled(6, 400) },
    );
  });

  it('a backtest gives the same rows after others over its panel as over a panel of its own', () => {
    fc.assert(
      fc.property(anyMarket, fc.integer({ min: 0, max: 839 }), (one, nr) => {
        const { panel, config } = market(one);
        const other = { ...someConfig(nr), rebalance: config.rebalance };
        for (const asked of [config, { ...config, top_n: config.top_n + 2 }, other, config]) {
          const rowsOn = (on: PricePanel) => listed(backtestRows(backtest(on, asked), asked));
          assert.deepEqual(rowsOn(panel), rowsOn({ ...panel }));
        }
      }),
      { numRuns: sampled(3, 100) },
    );
  });
});
