import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseAmount } from '../../../../core/platform/fixed-point.ts';
import {
  backtestRows,
  FIRST_PERFORMANCE,
  type LedgerState,
  nextPerformance,
  PolicyLedger,
  PolicyMarket,
  runBacktest,
  runSession,
  sessionMarks,
  taxFacts,
} from '../../../../core/strategies/engine/index.ts';
import type { StrategyConfig } from '../../../../core/strategies/config.ts';
import { historyNeeded } from '../../../../core/strategies/ranking-of.ts';
import type { PricePanel } from '../../../../core/strategies/panel/index.ts';
import { listed } from '../../../support/backtest-rows.ts';
import { calendar, randomPanel, seeded } from '../../../support/price-panel.ts';
import { sampled } from '../../../support/soak.ts';
import { someConfig } from '../../../support/strategy-config.ts';

const FROM = '2022-03-01';
const CAPITAL = parseAmount('1000000');

const anyCase = fc.record({
  seed: fc.integer({ min: 0, max: 1_000_000 }),
  nr: fc.integer({ min: 0, max: 839 }),
  cut: fc.double({ min: 0.1, max: 0.9, noNaN: true }),
});

function rowsOf(panel: PricePanel, config: StrategyConfig, to: string) {
  const marks = sessionMarks(calendar, panel.days, config.rebalance);
  const trace = runBacktest({ panel, config, marks, from: FROM, to, initialCapital: CAPITAL });
  return listed(backtestRows(trace, config));
}

/** Everything after a session made up anew: prices, actions, members, listings. */
function withAnotherFuture(panel: PricePanel, cut: number, seed: number): PricePanel {
  const random = seeded(seed);
  const count = panel.days.length;
  const last = panel.days[cut] ?? '';
  const closes = panel.closes.map((close, at) =>
    at % count <= cut ? close : random() < 0.1 ? Number.NaN : Math.round(random() * 1e5) / 100,
  );
  const future = panel.days.slice(cut + 1);
  const someDay = () => future[Math.floor(random() * future.length)] ?? '2030-01-01';
  return {
    ...panel,
    closes,
    actions: [
      ...panel.actions.filter(({ ex_date }) => ex_date <= last),
      { security: 0, ex_date: someDay(), kind: 'SPLIT', new_shares: '11', old_shares: '3', amount: null },
      { security: 1, ex_date: someDay(), kind: 'DIVIDEND', new_shares: null, old_shares: null, amount: '7' },
    ],
    securities: panel.securities.map((one) => ({
      ...one,
      delisted_on: one.delisted_on !== null && one.delisted_on <= last ? one.delisted_on : someDay(),
      member: one.member.map(({ from, to }) => ({
        from: from <= last ? from : someDay(),
        to: to !== null && to < last ? to : null,
      })),
    })),
  };
}

describe('a policy sees nothing of days to come', () => {
  it('changing anything after a day changes nothing up to it', () => {
    fc.assert(
      fc.property(anyCase, ({ seed, nr, cut }) => {
        const panel = randomPanel({ seed, shares: 20, from: '2022-01-03', to: '2023-06-30' });
        const config = someConfig(nr);
        const at = 50 + Math.floor((panel.days.length - 60) * cut);
        const day = panel.days[at] ?? '';
        const one = rowsOf(panel, config, '2023-06-30');
        const other = rowsOf(withAnotherFuture(panel, at, seed + 1), config, '2023-06-30');
        const until = <T extends { date: string }>(rows: readonly T[]) =>
          rows.filter(({ date }) => date <= day);
        assert.ok(until(one.equity).length > 5);
        assert.deepEqual(until(other.equity), until(one.equity));
        assert.deepEqual(until(other.orders), until(one.orders));
        assert.notDeepEqual(other.equity, one.equity);
      }),
      { numRuns: sampled(12, 500) },
    );
  });

  it('run day by day, each with no more than the history it needs and books that were put away over night, it comes to the equity of the backtest to the paisa', () => {
    fc.assert(
      fc.property(anyCase, ({ seed, nr }) => {
        const panel = randomPanel({ seed, shares: 20, from: '2022-01-03', to: '2023-04-28' });
        const config = someConfig(nr);
        const whole = rowsOf(panel, config, '2023-04-28');
        const first = panel.days.indexOf(whole.equity[0]?.date ?? '');
        let state: LedgerState | undefined;
        let performance = FIRST_PERFORMANCE;
        for (const [nr_, row] of whole.equity.entries()) {
          const until = first + nr_;
          const seen = between(panel, Math.max(0, until - historyNeeded(config)), until);
          const at = seen.days.length - 1;
          const market = new PolicyMarket(seen);
          const ledger = new PolicyLedger(
            taxFacts(market, () => at),
            state,
          );
          const session = runSession(market, ledger, config, {
            at,
            isRebalance: sessionMarks(calendar, [row.date], config.rebalance).rebalance[0] === 1,
            isYearEnd: calendar.isLastSessionOfFinancialYear('NSE', row.date),
            ...(nr_ === 0 ? { deposit: CAPITAL } : {}),
          });
          performance = nextPerformance(performance, session);
          assert.equal(session.valuation.assets, parseAmount(row.total_value), row.date);
          assert.equal(session.valuation.cash, parseAmount(row.cash), row.date);
          assert.equal(session.valuation.taxAccrued, parseAmount(row.tax_accrued), row.date);
          assert.equal(performance.netOfTax, row.performance_index_net_of_tax, row.date);
          state = structuredClone(ledger.state());
        }
      }),
      { numRuns: sampled(6, 200) },
    );
  });
});

/** The sessions of a panel from one to another, as a policy would read them on the last of them. */
function between(panel: PricePanel, first: number, last: number): PricePanel {
  const count = panel.days.length;
  const days = panel.days.slice(first, last + 1);
  const closes = new Float64Array(panel.securities.length * days.length);
  for (let security = 0; security < panel.securities.length; security += 1)
    closes.set(
      panel.closes.subarray(security * count + first, security * count + last + 1),
      security * days.length,
    );
  const [from, to] = [days[0] ?? '', days.at(-1) ?? ''];
  const actions = panel.actions.filter(({ ex_date }) => from < ex_date && ex_date <= to);
  return { ...panel, days, closes, actions };
}
