import assert from 'node:assert/strict';
import fc from 'fast-check';
import { deriveRows } from '../../../../core/portfolio/positions/derive-rows.ts';
import { type Ledger, replay } from '../../../../core/portfolio/ledger/ledger.ts';
import type { LedgerPosition } from '../../../../core/portfolio/ledger/ledger-position.ts';
import type { LedgerTransaction } from '../../../../core/portfolio/ledger/transaction.ts';
import { Decimal } from '../../../../core/platform/index.ts';
import { type ActionBooks, anyActionBooks } from '../../../support/action-books.ts';
import { keepBooks } from '../../../support/ledger-oracle.ts';
import { PaperAccount } from '../../../support/paper-account.ts';
import { Rational } from '../../../support/rational.ts';
import { sampled } from '../../../support/soak.ts';

/** Sums of many amounts with 20 decimals need more digits than usual. */
const Exact = Decimal.clone({ precision: 120 });

/** Books of one run, another seed each time. */
const BOOKS = sampled(400, 200_000);

/** What the store makes of derived rows: ids behind all others, in their order, and every number with all its places. */
function stored({ rows, actions }: ActionBooks): LedgerTransaction[] {
  const derived = deriveRows(rows, actions).rows;
  const full = (value: LedgerTransaction['quantity'] | null | undefined, places: number) =>
    value === null || value === undefined ? null : new Decimal(value).toFixed(places);
  return [
    ...rows,
    ...derived.map((row, at) => ({
      ...row,
      id: String(rows.length + at + 1),
      quantity: full(row.quantity, 10) ?? '',
      price: full(row.price, 10) ?? '',
      carried_cost: full(row.carried_cost, 20),
      carried_average: full(row.carried_average, 20),
    })),
  ];
}

/**
 * The product divides in money of 20 decimals and drops what is smaller; the paper account never does. Each row may lose a
 * few last digits so. A fraction that has no price leaves at its cost, whose price has 10 decimals: there, the last
 * of these digits may differ by one.
 */
function allowance(rows: readonly LedgerTransaction[]): Rational {
  const unpriced = rows.filter(({ type }) => type === 'FRACTION').length;
  return new Rational(BigInt(rows.length) * 40n, 10n ** 20n).plus(
    new Rational(BigInt(unpriced) * 2n, 10n ** 10n),
  );
}

function assertSame(
  position: LedgerPosition | null,
  paper: PaperAccount,
  allowed: Rational,
  what: string,
): void {
  const exactly = (found: Decimal | undefined, meant: Rational, figure: string) =>
    assert.equal(
      Rational.of((found ?? new Decimal(0)).toFixed()).toString(),
      meant.toString(),
      `${figure} of ${what}`,
    );
  const nearly = (found: Decimal | null | undefined, meant: Rational, figure: string) => {
    const off = Rational.of((found ?? new Decimal(0)).toFixed())
      .minus(meant)
      .size();
    assert.ok(
      !allowed.isBelow(off),
      `${figure} of ${what}: ${found?.toFixed()} instead of ${meant.toString()}`,
    );
  };
  exactly(position?.quantity, paper.units, 'units');
  exactly(position?.unknown_cost_quantity, paper.units.minus(paper.knownUnits), 'units of unknown cost');
  exactly(position?.unmatched_quantity, paper.unmatched.NO_UNITS, 'units sold that were not there');
  exactly(position?.unknown_cost_sold, paper.unmatched.NO_COST, 'units sold of unknown cost');
  nearly(position?.cost_basis, paper.averageCost, 'average cost');
  nearly(position?.fifo_cost_basis, paper.fifoCost, 'cost of the lots');
  nearly(position?.realised_average, paper.realisedAverage, 'gain by average');
  nearly(position?.realised_fifo, paper.realisedFifo, 'gain by lots');
  nearly(position?.purchases, paper.purchases, 'purchases');
  nearly(position?.sales, paper.sales, 'sales');
  nearly(position?.fees, paper.fees, 'fees');
  nearly(position?.dividends, paper.dividends.minus(paper.taxWithheld), 'dividends');
  nearly(position?.cash_in, paper.cashIn, 'cash in');
  nearly(position?.cash_out, paper.cashOut, 'cash out');
  const unmatched = position?.unmatched().reduce((sum, one) => sum.plus(one.proceeds), new Decimal(0));
  nearly(unmatched, paper.unmatchedProceeds, 'proceeds of what is unmatched');
  const lots = position?.lots() ?? [];
  assert.deepEqual(
    lots.map((lot) => [lot.date, Rational.of(lot.quantity.toFixed()).toString(), lot.cost === null]),
    paper.open.map((slip) => [slip.acquired, slip.units.toString(), slip.unitCost === null]),
    `lots of ${what}`,
  );
  for (const [at, slip] of paper.open.entries())
    nearly(lots[at]?.cost, slip.units.times(slip.unitCost ?? Rational.ZERO), `cost of lot ${at}`);
}

/** What no bookkeeping may lose: cost that leaves one share arrives in another, to the last of 20 decimals. */
function assertNothingLost({ positions }: Ledger, papers: ReadonlyMap<string, PaperAccount>): void {
  const gone = [...papers.values()].some((paper) => paper.hasLostCost);
  const sum = (of: (one: LedgerPosition) => Decimal) =>
    positions.reduce((total, one) => total.plus(of(one)), new Exact(0)).toFixed();
  const moved = sum(({ sales, purchases, fees }) => sales.minus(purchases).minus(fees));
  if (gone) return;
  assert.equal(
    sum(({ realised_fifo, fifo_cost_basis }) => realised_fifo.minus(fifo_cost_basis)),
    moved,
  );
  assert.equal(
    sum(({ realised_average, cost_basis }) => realised_average.minus(cost_basis)),
    moved,
  );
}

describe('the ledger with corporate actions, against a second bookkeeping', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it, and a soak hours.
  this.timeout(0);

  it(`portfolio/Import and ledger rules 3: ${BOOKS} random portfolios come to the units, lots, costs and gains of the slow way, and no cost is lost between shares`, () => {
    fc.assert(
      fc.property(anyActionBooks, (books) => {
        const rows = stored(books);
        const found = replay(rows);
        const papers = keepBooks(books.rows, books.actions);
        for (const symbol of new Set([...papers.keys(), ...found.positions.map((one) => one.symbol)])) {
          const paper = papers.get(symbol) ?? new PaperAccount();
          assertSame(found.find('Main', symbol), paper, allowance(rows), symbol);
        }
        assertNothingLost(found, papers);
        // What was derived always counts.
        const derived = found.skipped.filter((one) => Number(one.transaction_id) > books.rows.length);
        assert.deepEqual(derived, []);
      }),
      { numRuns: BOOKS },
    );
  });

  it('deriving changes nothing in what it reads, and gives the same again', () => {
    fc.assert(
      fc.property(anyActionBooks, ({ rows, actions }) => {
        const before = JSON.stringify({ rows, actions });
        const once = deriveRows(rows, actions).rows;
        assert.deepEqual(deriveRows(rows, actions).rows, once);
        assert.equal(JSON.stringify({ rows, actions }), before);
      }),
      { numRuns: sampled(50, 10_000) },
    );
  });

  it('the order of rows and actions never matters', () => {
    const shuffled = anyActionBooks.chain((books) =>
      fc.record({
        books: fc.constant(books),
        rows: fc.shuffledSubarray(books.rows, { minLength: books.rows.length }),
        actions: fc.shuffledSubarray(books.actions, { minLength: books.actions.length }),
        mixed: fc.shuffledSubarray(stored(books), { minLength: stored(books).length }),
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ books, rows, actions, mixed }) => {
        assert.deepEqual(deriveRows(rows, actions).rows, deriveRows(books.rows, books.actions).rows);
        assert.equal(told(replay(mixed)), told(replay(stored(books))));
      }),
      { numRuns: sampled(50, 10_000) },
    );
  });

  it('the store keeps every digit: 10 decimals of units and prices, 20 of carried cost', () => {
    fc.assert(
      fc.property(anyActionBooks, (books) => {
        const kept = stored(books).slice(books.rows.length);
        for (const [at, row] of deriveRows(books.rows, books.actions).rows.entries()) {
          for (const key of ['quantity', 'price', 'carried_cost', 'carried_average'] as const) {
            const [full, said] = [kept[at]?.[key] ?? null, row[key] ?? null];
            assert.equal(full === null, said === null);
            if (full !== null && said !== null)
              assert.ok(Rational.of(String(full)).equals(Rational.of(String(said))), key);
          }
        }
      }),
      { numRuns: sampled(50, 10_000) },
    );
  });
});

/** Everything that positions say, as text. */
function told({ positions }: Ledger): string {
  return JSON.stringify(
    positions.map((one) => [
      one.symbol,
      [one.quantity, one.unknown_cost_quantity, one.cost_basis, one.fifo_cost_basis],
      [one.realised_average, one.realised_fifo, one.purchases, one.sales, one.fees, one.dividends],
      one.lots(),
      one.disposals(),
      one.unmatched(),
    ]),
  );
}
