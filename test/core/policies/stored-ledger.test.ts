import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  amountOf,
  fixedOf,
  performanceJson,
  performanceOf,
  stateOn,
  type StoredLedger,
  taxJson,
  taxOf,
} from '../../../core/policies/cycle/stored-ledger.ts';
import { amountText, Decimal, fixedText, parseAmount } from '../../../core/platform/index.ts';
import {
  FIRST_PERFORMANCE,
  type LedgerState,
  nextPerformance,
  PolicyLedger,
  PolicyMarket,
  runSession,
  sessionMarks,
  taxFacts,
} from '../../../core/strategies/engine/index.ts';
import { calendar, randomPanel } from '../../support/price-panel.ts';
import { sampled } from '../../support/soak.ts';
import { someConfig } from '../../support/strategy-config.ts';

/** As it comes back from a `jsonb` column. */
const overJson = (value: object): unknown => JSON.parse(JSON.stringify(value));
/** As it comes back from a `numeric` column: a decimal. */
const amountOver = (value: bigint) => amountOf(new Decimal(amountText(value)));
const fixedOver = (value: bigint) => fixedOf(new Decimal(fixedText(value)));

/** The books as they are written and read again, position by position with its instrument. */
function putAway(
  state: LedgerState,
  nameOf: (security: number) => string,
): Pick<StoredLedger, 'state' | 'positions'> {
  const { positions, tax, units, ...amounts } = state;
  return {
    state: {
      cash: amountOver(amounts.cash),
      deposits: amountOver(amounts.deposits),
      dividends: amountOver(amounts.dividends),
      realised: amountOver(amounts.realised),
      costs: amountOver(amounts.costs),
      units: fixedOver(units),
      tax: taxOf(overJson(taxJson(tax))),
    },
    positions: positions.map(({ security, lots, ...of }) => ({
      ...of,
      instrument_id: nameOf(security),
      symbol: nameOf(security),
      quantity: fixedOver(of.quantity),
      cost: amountOver(of.cost),
      charges: amountOver(of.charges),
      price: fixedOver(of.price),
      lots: lots.map((lot) => ({
        day: lot.day,
        units: fixedOver(lot.units),
        value: amountOver(lot.value),
        charges: amountOver(lot.charges),
        deductible: amountOver(lot.deductible),
        units_left: fixedOver(lot.units_left),
        cost_left: amountOver(lot.cost_left),
      })),
    })),
  };
}

describe('the books of a policy between two sessions', () => {
  it('written and read after every session they lose nothing, and go on in a panel in which the shares stand elsewhere', () => {
    const [from, to] = ['2022-03-01', '2023-05-31'];
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: 839 }), (seed, nr) => {
        const panel = randomPanel({ seed, shares: 14, from: '2022-01-03', to });
        const config = someConfig(nr);
        const market = new PolicyMarket(panel);
        const marks = sessionMarks(calendar, panel.days, config.rebalance);
        let at = panel.days.findIndex((day) => day >= from);
        const facts = taxFacts(market, () => at);
        let ledger = new PolicyLedger(facts);
        let performance = FIRST_PERFORMANCE;
        const places = new Map(panel.securities.map(({ symbol }, place) => [symbol, place]));
        const nameOf = (security: number) => panel.securities[security]?.symbol ?? '';
        let [mostHeld, years] = [0, 0];
        const deposit = parseAmount('1000000.37');
        for (let isFirst = true; at < panel.days.length; at += 1, isFirst = false) {
          const task = { at, isRebalance: marks.rebalance[at] === 1, isYearEnd: marks.yearEnd[at] === 1 };
          const session = runSession(market, ledger, config, { ...task, ...(isFirst ? { deposit } : {}) });
          performance = nextPerformance(performance, session);
          const state = ledger.state();
          const stored = {
            ...putAway(state, nameOf),
            day: panel.days[at] ?? '',
            performance,
            benchmarkBase: 17_000.05,
          };
          // In another panel: eleven places on.
          const shifted = new Map([...places].map(([symbol, place]) => [symbol, place + 11]));
          const elsewhere = stateOn(stored, shifted);
          assert.deepEqual(
            elsewhere.positions.map(({ security, ...of }) => ({ ...of, security: security - 11 })),
            state.positions,
          );
          const read = stateOn(stored, places);
          assert.deepEqual(read, state);
          assert.deepEqual(performanceOf(overJson(performanceJson(performance, 17_000.05))), {
            performance,
            benchmarkBase: 17_000.05,
          });
          ledger = new PolicyLedger(facts, structuredClone(read));
          assert.deepEqual(ledger.state(), state);
          mostHeld = Math.max(mostHeld, state.positions.length);
          years = ledger.tax.years.length;
        }
        assert.ok(mostHeld > 1 && years <= 3);
      }),
      { numRuns: sampled(4, 200) },
    );
  });

  it('a benchmark without a level yet has no base', () => {
    assert.equal(performanceOf(overJson(performanceJson(FIRST_PERFORMANCE, null))).benchmarkBase, null);
  });

  it('a share that is held and is not in the panel is an error that names it', () => {
    const position = { instrument_id: '7', symbol: 'GONE' } as never;
    const stored = { state: {} as never, positions: [position] } as unknown as StoredLedger;
    assert.throws(() => stateOn(stored, new Map()), /the panel lacks GONE, which is held/);
  });
});
