import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import type { AppliedAction } from '../../../../core/portfolio/positions/applied-action.ts';
import { csvHeader, csvLine } from '../../../../core/portfolio/imports/export.ts';
import type { ActionTerms } from '../../../../core/portfolio/index.ts';
import type { LedgerTransaction } from '../../../../core/portfolio/ledger/transaction.ts';
import { anyActionBooks } from '../../../support/action-books.ts';
import { testCore, type TestCore } from '../../../support/core.ts';
import { keepBooks } from '../../../support/ledger-oracle.ts';
import { PaperAccount } from '../../../support/paper-account.ts';
import { Rational } from '../../../support/rational.ts';
import { sampled } from '../../../support/soak.ts';

const by = { actor: 'test' };

/** ALPHA of the random books is LTM here; it was LTI until the first of these days and LTIM until the second. */
const RENAMES = [
  { symbol: 'LTI', into_symbol: 'LTIM', ex_date: '2024-01-10' },
  { symbol: 'LTIM', into_symbol: 'LTM', ex_date: '2024-02-15' },
];
/** What a share was called on a day; of an action, until the evening of its ex-date. */
function nameOn(symbol: string, day: string, isAction = false): string {
  if (symbol !== 'LTM') return symbol;
  return RENAMES.find(({ ex_date }) => day < ex_date || (isAction && day === ex_date))?.symbol ?? 'LTM';
}

const today = (symbol: string): string => (symbol === 'ALPHA' ? 'LTM' : symbol);

interface StoredPosition {
  symbol: string;
  quantity: string;
  cost_basis: string;
  realised_fifo: string;
  realised_average: string;
  unmatched_quantity: string;
  unknown_cost_quantity: string;
  unknown_cost_sold: string;
}

/** Money is kept with 10 decimals; besides, a fraction without a price leaves at its cost to 10 decimals. */
const ALLOWED = Rational.of('0.000000005');

function assertStored(stored: StoredPosition[], papers: Map<string, PaperAccount>): void {
  for (const symbol of new Set([...papers.keys(), ...stored.map((one) => one.symbol)])) {
    const found = stored.find((one) => one.symbol === symbol);
    const paper = papers.get(symbol) ?? new PaperAccount();
    const exactly = (key: keyof StoredPosition, meant: Rational) =>
      assert.equal(Rational.of(found?.[key] ?? '0').toString(), meant.toString(), `${key} of ${symbol}`);
    const nearly = (key: keyof StoredPosition, meant: Rational) => {
      const off = Rational.of(found?.[key] ?? '0')
        .minus(meant)
        .size();
      assert.ok(!ALLOWED.isBelow(off), `${key} of ${symbol}: ${found?.[key]} instead of ${meant.toString()}`);
    };
    exactly('quantity', paper.units);
    exactly('unmatched_quantity', paper.unmatched.NO_UNITS);
    exactly('unknown_cost_quantity', paper.units.minus(paper.knownUnits));
    exactly('unknown_cost_sold', paper.unmatched.NO_COST);
    nearly('cost_basis', paper.averageCost);
    nearly('realised_fifo', paper.realisedFifo);
    nearly('realised_average', paper.realisedAverage);
  }
}

describe('stored ledgers with corporate actions, against a second bookkeeping', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  let fixture: TestCore;
  before(async () => {
    fixture = await testCore({ at: '2026-08-03T06:00:00.000Z' });
  });
  after(async () => await fixture.close());

  const importRows = async (portfolio: string, rows: LedgerTransaction[]) => {
    if (rows.length === 0) return;
    const lines = rows.map((row) =>
      csvLine('transactions', { ...row, portfolio, symbol: nameOn(row.symbol, row.date) }),
    );
    const { imports } = fixture.core.portfolio;
    const text = csvHeader('transactions') + lines.join('');
    const { import_id } = await imports.stage(fixture.owner, Readable.from([Buffer.from(text)]));
    const { imported } = await imports.commit(fixture.owner, { import_id }, by);
    assert.equal(imported, rows.length);
  };
  const positions = async (portfolioId: string) =>
    await fixture.core.database.asUser(fixture.owner, async (trx) => {
      const { rows } = await trx.raw<{ rows: StoredPosition[] }>(
        `select symbol, quantity::text, cost_basis::text, realised_fifo::text, realised_average::text,
           unmatched_quantity::text, unknown_cost_quantity::text, unknown_cost_sold::text
         from portfolio.positions where portfolio_id = ?`,
        [portfolioId],
      );
      return rows;
    });

  it('whatever comes first, trades, actions or renames, the ledger comes to the same; and so after one is undone and applied again', async () => {
    let nr = 0;
    await fc.assert(
      fc.asyncProperty(anyActionBooks, fc.nat(), fc.boolean(), async (books, at, renamedFirst) => {
        const name = `P${(nr += 1)}`;
        const { core, owner } = fixture;
        const portfolio = await core.portfolio.portfolios.create(owner, { name }, by);
        // No file brings units of unknown cost; here they come by demergers alone. Each trade has a number of its own.
        const rows = books.rows
          .filter(({ type }) => type !== 'TRANSFER_IN')
          .map((row) => ({ ...row, symbol: today(row.symbol), execution_id: `T${row.id}` }));
        const actions = books.actions
          .filter(({ kind }) => kind !== 'RENAME')
          .map((one) => ({
            ...one,
            symbol: today(one.symbol),
            into_symbol: one.into_symbol === null ? null : today(one.into_symbol),
          }));
        const termsOf = (action: AppliedAction): ActionTerms => ({
          portfolio_id: portfolio.id,
          kind: action.kind,
          ex_date: action.ex_date,
          new_shares: action.new_shares,
          old_shares: action.old_shares,
          into_isin: action.into_isin,
          cost_pct: action.cost_pct,
          fraction_price: action.fraction_price,
          symbol: nameOn(action.symbol, action.ex_date, true),
          into_symbol: action.into_symbol === null ? null : nameOn(action.into_symbol, action.ex_date, true),
          source: 'NSE',
        });
        const renames = RENAMES.map((one): ActionTerms => ({
          ...one,
          kind: 'RENAME',
          portfolio_id: portfolio.id,
          new_shares: null,
          old_shares: null,
          into_isin: null,
          cost_pct: null,
          fraction_price: null,
          source: 'NSE',
        }));
        const apply = async (terms: ActionTerms[]) => await core.portfolio.actions.apply(owner, terms, by);
        if (renamedFirst) await apply(renames);
        const half = at % (rows.length + 1);
        await importRows(name, rows.slice(0, half));
        await apply(actions.slice(0, 3).map(termsOf));
        await importRows(name, rows.slice(half));
        await apply(actions.slice(3).map(termsOf));
        if (!renamedFirst) await apply(renames);
        assertStored(await positions(portfolio.id), keepBooks(rows, actions));

        const undone = actions[at % Math.max(1, actions.length)];
        if (undone === undefined) return;
        const terms = termsOf(undone);
        const decisions = await core.portfolio.actions.list(owner);
        const decision = decisions.find(
          (one) =>
            one.portfolio === name &&
            (['symbol', 'kind', 'ex_date', 'into_symbol'] as const).every((key) => one[key] === terms[key]),
        );
        await core.portfolio.actions.undo(owner, decision?.id ?? '', [], by);
        assertStored(
          await positions(portfolio.id),
          keepBooks(
            rows,
            actions.filter((one) => one !== undone),
          ),
        );
        await apply([terms]);
        assertStored(await positions(portfolio.id), keepBooks(rows, actions));
      }),
      { numRuns: sampled(3, 200) },
    );
  });
});
