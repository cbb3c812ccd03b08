import assert from 'node:assert/strict';
import type { AppliedAction } from '../../../../core/portfolio/positions/applied-action.ts';
import { deriveRows } from '../../../../core/portfolio/positions/derive-rows.ts';
import { type Ledger, replay } from '../../../../core/portfolio/ledger/ledger.ts';
import type { LedgerTransaction } from '../../../../core/portfolio/ledger/transaction.ts';
import { ledger, type LedgerBuilder } from '../../../support/ledger-builder.ts';

type Given = Partial<AppliedAction> & Pick<AppliedAction, 'kind' | 'symbol' | 'ex_date'>;

/** The ledger with what follows from actions, whose rows are numbered behind all others as the store does it. */
function withActions(book: LedgerBuilder, ...given: Given[]): Ledger {
  const actions = given.map((one, at) => ({
    id: String(at + 1),
    new_shares: null,
    old_shares: null,
    into_symbol: null,
    into_isin: null,
    cost_pct: null,
    fraction_price: null,
    ...one,
  }));
  const { rows } = deriveRows(book.rows, actions);
  return replay([...book.rows, ...rows.map((row, at) => ({ ...row, id: String(1000 + at) }))]);
}

function held(found: Ledger, symbol: string): string {
  return found.find('Main', symbol)?.quantity.toFixed() ?? 'nothing';
}

/** Open lots as day, units and cost. */
function lots(found: Ledger, symbol: string): string[] {
  return (found.find('Main', symbol)?.lots() ?? []).map(
    ({ date, quantity, cost }) => `${date} ${quantity.toFixed()} for ${cost?.toFixed() ?? 'unknown'}`,
  );
}

const merger = {
  kind: 'MERGER',
  symbol: 'OLD',
  into_symbol: 'NEW',
  new_shares: '1',
  old_shares: '1',
} as const;

describe('what follows from corporate actions', () => {
  it('a cancelled sale is one that was made: cash that was paid for a fraction is not taken back', () => {
    // 5 × 4/3 = 6.6666666667: 6 are held, 0.6666666667 was paid out. No sale of 1 was ever made.
    const book = ledger().buy('WIPRO', 5, 300, '2018-06-01').sell('WIPRO', -1, 270, '2019-04-01');
    const bonus = {
      kind: 'BONUS',
      symbol: 'WIPRO',
      ex_date: '2019-03-06',
      new_shares: '4',
      old_shares: '3',
    } as const;
    const found = withActions(book, { ...bonus, fraction_price: '270' });
    assert.equal(held(found, 'WIPRO'), '6');
    assert.equal(found.find('Main', 'WIPRO')?.unmatched_quantity.toFixed(), '1');
  });

  it('a split recorded for the morning of a merger comes first: all of the units that it made move', () => {
    const book = ledger().buy('OLD', 10, 100, '2024-01-01').split('OLD', 2, '2024-02-01');
    const found = withActions(book, { ...merger, ex_date: '2024-02-01' });
    assert.deepEqual([held(found, 'OLD'), held(found, 'NEW')], ['0', '20']);
    assert.deepEqual(lots(found, 'NEW'), ['2024-01-01 20 for 1000']);
  });

  it('a recorded row stands for one action: a split and a bonus of the same morning, of which one was booked', () => {
    // 10 × 2 by the recorded split = 20, and a bonus of 1:1 makes 40.
    const book = ledger().buy('TCS', 10, 100, '2024-01-01').split('TCS', 2, '2024-02-01');
    const both = { symbol: 'TCS', ex_date: '2024-02-01', new_shares: '2', old_shares: '1' };
    assert.equal(
      held(withActions(book, { ...both, kind: 'SPLIT' }, { ...both, kind: 'BONUS' }), 'TCS'),
      '40',
    );
    assert.equal(held(withActions(book, { ...both, kind: 'SPLIT' }), 'TCS'), '20');
  });

  it('lots that a cancelled sale brings back keep their order through the next merger', () => {
    // Of OLD came lots of 5 for 5,000 and 10 for 10; both were sold as NEW and taken back. LAST sells 5: the lot of January.
    const book = ledger()
      .buy('OLD', 5, 1000, '2024-01-01')
      .buy('OLD', 10, 1, '2024-01-02')
      .sell('NEW', 15, 50, '2024-02-02')
      .sell('NEW', -15, 50, '2024-02-03')
      .sell('LAST', 5, 1000, '2024-04-01');
    const second = { ...merger, symbol: 'NEW', into_symbol: 'LAST', ex_date: '2024-03-01' };
    const found = withActions(book, { ...merger, ex_date: '2024-02-01' }, second);
    assert.deepEqual(lots(found, 'LAST'), ['2024-01-02 10 for 10']);
    assert.equal(found.find('Main', 'LAST')?.realised_fifo.toFixed(), '0');
  });

  it('mergers of one morning in a chain: what comes into a share moves on with it, whatever the names are', () => {
    // ZETA becomes NEW, NEW becomes LAST: 10 × 2 = 20 and 5 of its own make 25 NEW, of which 50 LAST come.
    const book = ledger().buy('ZETA', 10, 100, '2024-01-01').buy('NEW', 5, 100, '2024-01-02');
    const two = { kind: 'MERGER', ex_date: '2024-02-01', new_shares: '2', old_shares: '1' } as const;
    const found = withActions(
      book,
      { ...two, symbol: 'NEW', into_symbol: 'LAST' },
      { ...two, symbol: 'ZETA', into_symbol: 'NEW' },
    );
    assert.deepEqual([held(found, 'ZETA'), held(found, 'NEW'), held(found, 'LAST')], ['0', '0', '50']);
    assert.deepEqual(lots(found, 'LAST'), ['2024-01-02 10 for 500', '2024-01-01 40 for 1000']);
  });

  it('a bonus that is taken back leaves the lots of a merger alone, which have no price either', () => {
    const book = ledger()
      .buy('NEW', 5, 0, '2024-01-01')
      .buy('OLD', 10, 100, '2024-01-02')
      .buy('NEW', -5, 0, '2024-03-01');
    assert.deepEqual(lots(withActions(book, { ...merger, ex_date: '2024-02-01' }), 'NEW'), [
      '2024-01-02 10 for 1000',
    ]);
  });

  it('units of unknown cost return when their sale is taken back', () => {
    const book = ledger().transferIn('ITC', 10, '2024-01-01').sell('ITC', 10, 400, '2024-02-01');
    const sold = book.replay().find('Main', 'ITC');
    assert.deepEqual([sold?.quantity.toFixed(), sold?.unknown_cost_sold.toFixed()], ['0', '10']);
    const back = book.sell('ITC', -10, 400, '2024-02-02').replay().find('Main', 'ITC');
    assert.deepEqual([back?.quantity.toFixed(), back?.unknown_cost_quantity.toFixed()], ['10', '10']);
    assert.deepEqual([back?.unknown_cost_sold.toFixed(), back?.unmatched_quantity.toFixed()], ['0', '0']);
  });

  it('cost of a lot that a consolidation leaves without units goes to one of known cost, else it is gone', () => {
    // A tenth of 0.0000000001 is nothing: its 1 rupee goes past the lot of unknown cost to the purchase behind.
    const dust = () =>
      ledger().buy('ITC', '0.0000000001', 10_000_000_000, '2024-01-01').transferIn('ITC', 10, '2024-01-02');
    const passed = dust().buy('ITC', 10, 5, '2024-01-03').split('ITC', '0.1', '2024-02-01').replay();
    assert.deepEqual(lots(passed, 'ITC'), ['2024-01-02 1 for unknown', '2024-01-03 1 for 51']);
    const gone = dust().split('ITC', '0.1', '2024-02-01').replay().find('Main', 'ITC');
    assert.deepEqual([gone?.cost_basis.toFixed(), gone?.fifo_cost_basis.toFixed()], ['0', '0']);
  });

  it('a merger of which not even the last decimal would come moves nothing', () => {
    const book = ledger().buy('OLD', '0.0000000001', 100, '2024-01-01');
    const found = withActions(book, { ...merger, ex_date: '2024-02-01', old_shares: '10' });
    assert.deepEqual([held(found, 'OLD'), held(found, 'NEW')], ['0.0000000001', 'nothing']);
  });

  it('shares that a broker booked for a demerger are no bonus when they move on, whatever an earlier decision wrote', () => {
    const { rows } = ledger().buy('PARENT', 10, 100, '2020-01-01').buy('CHILD', 10, 0, '2021-01-08');
    const ratio = { new_shares: '1', old_shares: '1', into_isin: null, fraction_price: null };
    const demerger = { ...ratio, kind: 'DEMERGER', symbol: 'PARENT', ex_date: '2021-01-04' } as const;
    const merged = { ...ratio, ...merger, id: '2', symbol: 'CHILD', ex_date: '2022-01-03', cost_pct: null };
    const actions = [{ ...demerger, id: '1', into_symbol: 'CHILD', cost_pct: '20' }, merged];
    const chain = (of: readonly LedgerTransaction[], decided: readonly AppliedAction[]) =>
      deriveRows(of, decided)
        .rows.find(({ type }) => type === 'TRANSFER_IN')
        ?.lot_chain?.map(({ kind, symbol }) => `${kind} ${symbol}`);
    const found = ['DEMERGER CHILD', 'MERGER NEW'];
    assert.deepEqual(chain(rows, actions), found);
    // As the store has them after that, and after the demerger was taken back.
    const step = { kind: 'DEMERGER', date: '2021-01-08', symbol: 'CHILD', isin: null } as const;
    const marked = rows.map((row) =>
      row.symbol === 'CHILD' ? { ...row, lot_chain: [{ ...step, new_shares: '1', old_shares: '1' }] } : row,
    );
    assert.deepEqual(chain(marked, actions), found);
    assert.deepEqual(chain(marked, [merged]), ['BONUS CHILD', 'MERGER NEW']);
  });
});
