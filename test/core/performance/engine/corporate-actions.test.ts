import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { AppliedAction } from '../../../../core/portfolio/positions/applied-action.ts';
import { deriveRows } from '../../../../core/portfolio/positions/derive-rows.ts';
import { replay } from '../../../../core/portfolio/ledger/ledger.ts';
import type { LedgerTransaction } from '../../../../core/portfolio/index.ts';
import {
  createEngine,
  dayNumber,
  dayText,
  type Engine,
  type PriceSeries,
} from '../../../../core/performance/engine/index.ts';
import { PositionLine } from '../../../../core/performance/engine/position-line.ts';
import { anyActionBooks } from '../../../support/action-books.ts';
import { ledger } from '../../../support/ledger-builder.ts';
import { FIRST, randomActionBooks } from './random-books.ts';
import { sampled } from '../../../support/soak.ts';
import { timeWeighted } from '../../../../core/finance/returns/index.ts';

/** Sums of some dozen doubles up to some millions keep at least ten digits. */
function near(one: number, other: number, what: string, size = 1): void {
  const scale = Math.max(1, size, Math.abs(one), Math.abs(other));
  assert.ok(Math.abs(one - other) <= 1e-10 * scale, `${what}: ${one} and ${other}`);
}

const sum = (figures: ArrayLike<number>, upTo: number): number =>
  Array.from(figures)
    .slice(0, upTo + 1)
    .reduce((total, one) => total + one, 0);

const action = (
  given: Partial<AppliedAction> & Pick<AppliedAction, 'kind' | 'symbol' | 'ex_date'>,
): AppliedAction => ({
  id: '1',
  new_shares: '1',
  old_shares: '1',
  into_symbol: null,
  into_isin: null,
  cost_pct: null,
  fraction_price: null,
  ...given,
});

/** Closes from the first day on. */
const closes = (symbol: string, prices: number[], currency = 'INR'): PriceSeries => ({
  symbol,
  currency,
  days: Int32Array.from(prices, (_, at) => FIRST + at),
  closes: Float64Array.from(prices),
  changes: [],
  carry_days: 9,
});

function engineOf(
  rows: LedgerTransaction[],
  of: AppliedAction,
  prices: PriceSeries[],
  rates: number[] = [],
): Engine {
  const derived = deriveRows(rows, [of]).rows.map((row, at) => ({ ...row, id: String(100 + at) }));
  return createEngine({
    portfolios: [{ name: 'Main', currency: 'INR' }],
    total: { name: 'Networth', currency: 'INR' },
    transactions: [...rows, ...derived],
    prices,
    rates: [
      {
        from: 'USD',
        to: 'INR',
        days: Int32Array.from(rates, (_, at) => FIRST + at),
        rates: Float64Array.from(rates),
        reference: 80,
      },
    ],
    to: FIRST + 3,
  });
}

describe('corporate actions in the engine', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);

  it('two ways: units, costs and gains of every day are those of the exact ledger up to that day', () => {
    fc.assert(
      fc.property(anyActionBooks, (books) => {
        const derived = deriveRows(books.rows, books.actions).rows;
        const rows = [
          ...books.rows,
          ...derived.map((row, at) => ({ ...row, id: String(books.rows.length + at + 1) })),
        ];
        for (const symbol of new Set(rows.map((row) => row.symbol))) {
          const own = rows.filter((row) => row.symbol === symbol);
          const line = new PositionLine('Main', symbol);
          line.setRows(own);
          line.replayTo(dayNumber('2025-01-01'));
          let realised = 0;
          for (const [step, day] of line.steps.day.entries()) {
            realised += line.steps.realised[step] ?? 0;
            const exact = replay(own.filter((row) => row.date <= dayText(day))).find('Main', symbol);
            near(line.steps.units[step] ?? 0, exact?.quantity.toNumber() ?? 0, 'units');
            // The cost of a part is no cost of the position.
            if (exact !== null && !exact.unknown_cost_quantity.isZero()) {
              assert.ok(Number.isNaN(line.steps.cost[step]) && Number.isNaN(line.steps.average[step]));
            } else {
              near(line.steps.cost[step] ?? 0, exact?.fifo_cost_basis.toNumber() ?? 0, 'cost of the lots');
              near(line.steps.average[step] ?? 0, exact?.cost_basis.toNumber() ?? 0, 'average cost');
            }
            near(realised, exact?.realised_fifo.toNumber() ?? 0, 'gain');
          }
        }
      }),
      { numRuns: sampled(60, 20_000) },
    );
  });

  it('portfolio/Report rules 4: gain = value + sales + dividends - purchases - fees, through mergers and demergers', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (seed) => {
        const books = randomActionBooks(seed, false);
        const engine = createEngine(books);
        for (const name of ['Main', 'Other']) {
          const series = engine.series(name);
          let [moved, realised] = [0, 0];
          for (let at = 0; at < series.value.length; at += 1) {
            moved += (series.taken_out[at] ?? 0) - (series.put_in[at] ?? 0);
            realised += series.realised[at] ?? 0;
            near(realised - (series.cost[at] ?? 0), moved, `day ${at} of seed ${seed}`);
          }
        }
      }),
      { numRuns: sampled(40, 10_000) },
    );
  });

  it('a merger is no flow of money: the return over its ex-date is that of the closes', () => {
    // 10 OLD at 100, worth 1,000 and 1,100; then 20 NEW at 56 = 1,120 and at 60 = 1,200: 20 % in all, 1.8181… on the ex-date.
    const series = engineOf(
      ledger().buy('OLD', 10, 100, '2024-01-01').rows,
      action({ kind: 'MERGER', symbol: 'OLD', into_symbol: 'NEW', new_shares: '2', ex_date: '2024-01-03' }),
      [closes('OLD', [100, 110]), closes('NEW', [50, 54, 56, 60])],
    ).series('Main');
    assert.deepEqual(Array.from(series.value), [1000, 1100, 1120, 1200]);
    assert.deepEqual(
      [Array.from(series.put_in), Array.from(series.taken_out)],
      [
        [1000, 0, 0, 0],
        [0, 0, 0, 0],
      ],
    );
    assert.deepEqual(
      [Array.from(series.cost), Array.from(series.realised)],
      [
        [1000, 1000, 1000, 1000],
        [0, 0, 0, 0],
      ],
    );
    near(timeWeighted(series, 0, 3).factor ?? 0, 1.2, 'all days');
    near(timeWeighted(series, 1, 2).factor ?? 0, 1120 / 1100, 'the ex-date');
  });

  it('a demerger is no flow of money: what the old share loses the new one has', () => {
    // 10 OLD at 110 the evening before; 10 OLD at 95 and 10 NEW at 16 on the ex-date: 950 + 160 = 1,110.
    const series = engineOf(
      ledger().buy('OLD', 10, 100, '2024-01-01').rows,
      action({ kind: 'DEMERGER', symbol: 'OLD', into_symbol: 'NEW', cost_pct: '15', ex_date: '2024-01-03' }),
      [closes('OLD', [100, 110, 95, 95]), closes('NEW', [16, 16, 16, 15])],
    ).series('Main');
    assert.deepEqual(Array.from(series.value), [1000, 1100, 1110, 1100]);
    assert.deepEqual(Array.from(series.put_in), [1000, 0, 0, 0]);
    assert.deepEqual(Array.from(series.cost), [1000, 1000, 1000, 1000]);
    near(timeWeighted(series, 1, 2).factor ?? 0, 1110 / 1100, 'the ex-date');
  });

  it('without the percentages too: the new share is worth its close, and nothing was paid for it', () => {
    const series = engineOf(
      ledger().buy('OLD', 10, 100, '2024-01-01').rows,
      action({ kind: 'DEMERGER', symbol: 'OLD', into_symbol: 'NEW', ex_date: '2024-01-03' }),
      [closes('OLD', [100, 110, 95, 95]), closes('NEW', [16, 16, 16, 15])],
    ).series('Main');
    assert.deepEqual(
      [Array.from(series.value), Array.from(series.cost)],
      [
        [1000, 1100, 1110, 1100],
        // What the new share cost is unknown, and so is the cost of both.
        [1000, 1000, Number.NaN, Number.NaN],
      ],
    );
    assert.deepEqual(Array.from(series.put_in), [1000, 0, 0, 0]);
  });

  it('a fraction that is paid out is taken out: the return counts it', () => {
    // 5 OLD at 100 become 3 × 5 / 2 = 7.5 NEW; 7 at 70 = 490 stay, half a share is paid with 35. (490 + 35) / 500.
    const series = engineOf(
      ledger().buy('OLD', 5, 100, '2024-01-01').rows,
      action({
        kind: 'MERGER',
        symbol: 'OLD',
        into_symbol: 'NEW',
        new_shares: '3',
        old_shares: '2',
        ex_date: '2024-01-03',
        fraction_price: '70',
      }),
      [closes('OLD', [100, 100]), closes('NEW', [70, 70, 70, 70])],
    ).series('Main');
    assert.deepEqual(Array.from(series.taken_out), [0, 0, 35, 0]);
    near(timeWeighted(series, 1, 2).factor ?? 0, 525 / 500, 'the ex-date');
    // Half of 7.5 NEW shares that cost 500: 500 / 15 = 33.3333…; 35 came for it.
    near(sum(series.realised, 3), 35 - 500 / 15, 'gain');
  });

  it('cost in rupees keeps the rate of the purchase through a merger of dollar shares', () => {
    // 10 at 100 dollars when the dollar was 80: 80,000 rupees, also after it rose to 90.
    const series = engineOf(
      ledger().currency('USD').buy('OLD', 10, 100, '2024-01-01').rows,
      action({ kind: 'MERGER', symbol: 'OLD', into_symbol: 'NEW', ex_date: '2024-01-03' }),
      [closes('OLD', [100, 100], 'USD'), closes('NEW', [100, 100, 100, 100], 'USD')],
      [80, 85, 90, 90],
    ).series(null);
    assert.deepEqual(Array.from(series.cost), [80_000, 80_000, 80_000, 80_000]);
    assert.deepEqual(Array.from(series.value), [80_000, 85_000, 90_000, 90_000]);
    assert.deepEqual(Array.from(series.currency_effect), [0, 5000, 10_000, 10_000]);
  });

  it('units that were held before the records begin are put in at the close of their day', () => {
    const rows = ledger().transferIn('OLD', 10, '2024-01-02').rows;
    const none = action({ kind: 'SPLIT', symbol: 'ELSE', ex_date: '2024-01-03', new_shares: '2' });
    const series = engineOf(rows, none, [closes('OLD', [100, 110, 121, 121])]).series('Main');
    assert.deepEqual(Array.from(series.put_in), [1100, 0, 0]);
    near(timeWeighted(series, 0, 2).factor ?? 0, 1.1, 'from the day on');
  });
});
