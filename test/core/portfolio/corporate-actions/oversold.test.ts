import assert from 'node:assert/strict';
import fc from 'fast-check';
import { oversells } from '../../../../core/portfolio/corporate-actions/assess.ts';
import { isinChanges } from '../../../../core/portfolio/corporate-actions/isin-changes.ts';
import { changesOfIsin } from '../../../../core/portfolio/corporate-actions/own-trades.ts';
import { compareInReplay } from '../../../../core/portfolio/ledger/replay-order.ts';
import type { LedgerTransaction } from '../../../../core/portfolio/ledger/transaction.ts';
import { ledger } from '../../../support/ledger-builder.ts';
import { Rational } from '../../../support/rational.ts';
import { sampled } from '../../../support/soak.ts';

const day = (at: number) => new Date(Date.UTC(2024, 0, 1 + at)).toISOString().slice(0, 10);

interface Trade {
  at: number;
  units: number;
  price: number;
}

/** Purchases (+) and sales (-) on days of their own, of which the first is a purchase. */
const trades = fc
  .array(
    fc.record({
      units: fc.integer({ min: -60, max: 60 }).filter((units) => units !== 0),
      price: fc.constantFrom(10, 20, 95, 100, 105, 200, 480, 1000),
      gap: fc.integer({ min: 1, max: 40 }),
    }),
    { minLength: 2, maxLength: 8 },
  )
  .map((all) => {
    let at = 0;
    return all.map(({ units, price, gap }, nth): Trade => {
      at += gap;
      return { at, price, units: nth === 0 ? Math.abs(units) : units };
    });
  });

function rowsOf(all: readonly Trade[]): LedgerTransaction[] {
  const book = ledger();
  for (const { at, units, price } of all)
    if (units > 0) book.buy('X', units, price, day(at));
    else book.sell('X', -units, price, day(at));
  return book.rows;
}

/** Units that are sold without being there: a sale takes what there is. Shares are counted in exact fractions. */
function missing(all: readonly Trade[], from?: number, ratio = Rational.of('1')): Rational {
  let [held, lacking] = [Rational.ZERO, Rational.ZERO];
  let isDone = from === undefined;
  for (const { at, units } of all) {
    if (!isDone && from !== undefined && at >= from) {
      held = held.times(ratio);
      isDone = true;
    }
    const left = held.plus(Rational.of(String(units)));
    if (left.sign < 0) lacking = lacking.minus(left);
    held = left.sign < 0 ? Rational.ZERO : left;
  }
  return lacking;
}

describe('consolidations that later sales contradict', () => {
  it('portfolio/Import and ledger rules 3: a consolidation oversells where fewer shares leave more sales without units', () => {
    fc.assert(
      fc.property(trades, fc.integer({ min: 1, max: 300 }), fc.constantFrom(2, 4, 5, 10), (all, from, of) => {
        const action = {
          kind: 'CONSOLIDATION',
          ex_date: day(from),
          new_shares: '1',
          old_shares: `${of}`,
        } as const;
        const more = missing(all, from, Rational.of('1').over(Rational.of(`${of}`)));
        assert.equal(oversells(rowsOf(all), action), missing(all).isBelow(more));
      }),
      { numRuns: sampled(300, 20_000) },
    );
    assert.equal(
      oversells(rowsOf([{ at: 1, units: 10, price: 1 }]), {
        kind: 'SPLIT',
        ex_date: day(2),
        new_shares: '2',
        old_shares: '1',
      }),
      false,
    );
  });

  it('a change of ISIN with no clear ratio is no consolidation where half of the shares are too few for the sales', () => {
    let asked = 0;
    fc.assert(
      fc.property(trades, fc.integer({ min: 1, max: 7 }), (all, change) => {
        const rows = rowsOf(all)
          .map((row, at) => ({ ...row, isin: at < change ? 'INE000A01010' : 'INE000A01028' }))
          .sort(compareInReplay);
        const history = {
          owner_user_id: '1',
          portfolio_id: '1',
          portfolio: 'Main',
          symbol: 'X',
          symbols: ['X'],
          isins: ['INE000A01010', 'INE000A01028'],
          isin_changes: isinChanges(rows),
          currency: 'INR',
          asset_class: 'Indian Equity',
          first_date: day(all[0]?.at ?? 0),
          last_date: day(all.at(-1)?.at ?? 0),
        };
        for (const { kind, ex_date, new_shares } of changesOfIsin(history, [], [], [])) {
          if (kind !== 'CONSOLIDATION' || new_shares !== null) continue;
          asked += 1;
          const half = { kind, ex_date, new_shares: '1', old_shares: '2' } as const;
          assert.equal(oversells(rows, half), false, JSON.stringify(all));
        }
      }),
      { numRuns: sampled(400, 20_000) },
    );
    assert.ok(asked > 0);
  });
});
