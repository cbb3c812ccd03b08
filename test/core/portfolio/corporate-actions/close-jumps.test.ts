import assert from 'node:assert/strict';
import { splitOfJump } from '../../../../core/portfolio/corporate-actions/close-jumps.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { tradesOf } from '../../../support/entered-trades.ts';
import { listWithCloses } from '../../../support/listed-closes.ts';

const by = { actor: 'test' };

describe('splits that only the closes tell of', () => {
  let fixture: TestCore;
  const coreAnew = sharedCore({ at: '2026-08-03T06:00:00.000Z' });
  beforeEach(async () => {
    fixture = await coreAnew();
  });

  /** A share of the registry with closes by day. */
  const listed = async (symbol: string, closes: Readonly<Record<string, number>>) =>
    await listWithCloses(fixture.core, symbol, closes);
  const trade = tradesOf(() => fixture);
  const service = () => fixture.core.corporateActions;
  const open = async () => (await service().list(fixture.owner)).open;
  const proposed = async () =>
    (await open()).map(({ symbol, title, ex_date, source, state }) => [
      symbol,
      title,
      ex_date,
      source,
      state,
    ]);

  it('a jump near a plain ratio while the share was held is proposed, and applied only when it is asked for by itself', async () => {
    await listed('JUMPED', { '2024-01-01': 500, '2024-01-02': 505, '2024-01-03': 102, '2024-01-04': 101 });
    await trade('JUMPED', '2024-01-01', 10, 500);
    const [split] = await open();
    assert.equal(
      split?.sentence,
      'The close of JUMPED went from 505 on 2 Jan 2024 to 102 on 3 Jan 2024, and no known action explains it. This fits a 5 for 1 split: 10 shares would become 50. Check it, then enter the terms, or choose Not mine.',
    );
    assert.deepEqual(await proposed(), [['JUMPED', '5 for 1 split', '2024-01-03', 'CLOSES', 'NEEDS_TERMS']]);
    assert.equal((await service().apply(fixture.owner, 'all', by)).applied, 0);
    await service().apply(fixture.owner, [split?.id ?? ''], by);
    const [holding] = await fixture.core.portfolio.holdings.ofSymbol(fixture.owner, 'JUMPED');
    assert.equal(holding?.quantity, 50);
    assert.deepEqual(await open(), []);
  });

  it('across a gap of closes as well, and a consolidation', async () => {
    await listed('GAP', { '2024-01-02': 1000, '2024-02-05': 103 });
    await listed('FEWER', { '2024-01-02': 2, '2024-01-03': 19.9 });
    await trade('GAP', '2024-01-02', 10, 1000);
    await trade('FEWER', '2024-01-02', 1000, 2);
    assert.deepEqual(
      (await proposed()).map(([symbol, title]) => [symbol, title]),
      [
        ['FEWER', '1 for 10 consolidation'],
        ['GAP', '10 for 1 split'],
      ],
    );
  });

  it('a fall that is near no ratio, one before or after the share was held, and one that is put aside: nothing is proposed', async () => {
    await listed('FELL', { '2024-01-02': 100, '2024-01-03': 44 });
    await listed('BEFORE', { '2024-01-02': 100, '2024-01-03': 50 });
    await listed('SOLD', { '2024-01-02': 100, '2024-01-03': 50 });
    await listed('ASIDE', { '2024-01-02': 100, '2024-01-03': 50 });
    await trade('FELL', '2024-01-02', 10, 100);
    await trade('BEFORE', '2024-01-03', 10, 50);
    await trade('SOLD', '2023-12-04', 10, 100);
    await trade('SOLD', '2024-01-02', -10, 100);
    await trade('ASIDE', '2024-01-02', 10, 100);
    const asked = await open();
    assert.deepEqual(
      asked.map(({ symbol }) => symbol),
      ['ASIDE'],
    );
    await service().decline(fixture.owner, [asked[0]?.id ?? ''], by);
    assert.deepEqual(await open(), []);
  });

  it('what is announced, recorded as a split or booked as free shares explains the jump', async () => {
    const id = await listed('TOLD', { '2024-01-02': 100, '2024-01-03': 50 });
    await listed('RECORDED', { '2024-01-02': 100, '2024-01-03': 50 });
    await listed('BOOKED', { '2024-01-02': 100, '2024-01-03': 50 });
    await fixture.core.database.asSystem('an announcement of a test', async (trx) => {
      await trx('market.corporate_actions').insert({
        exchange: 'NSE',
        symbol: 'TOLD',
        instrument_id: id,
        ex_date: '2024-01-03',
        raw: 'Bonus 1:1',
        kind: 'BONUS',
        new_shares: 2,
        old_shares: 1,
        status: 'READ',
        source: 'NSE',
      });
    });
    for (const symbol of ['TOLD', 'RECORDED', 'BOOKED']) await trade(symbol, '2024-01-02', 10, 100);
    await trade('BOOKED', '2024-01-20', 10, 0);
    await fixture.core.portfolio.transactions.create(
      fixture.owner,
      {
        portfolio: 'Main',
        symbol: 'RECORDED',
        date: '2024-01-03',
        type: 'SPLIT',
        quantity: 2,
        price: 0,
        currency: 'INR',
      },
      by,
    );
    assert.deepEqual(await proposed(), [['TOLD', '1:1 bonus', '2024-01-03', 'NSE', 'OPEN']]);
  });

  it('a rise of the closes is a consolidation only where it leaves enough shares for the sales after it', async () => {
    await listed('ENOUGH', { '2024-01-02': 10, '2024-01-03': 100 });
    await listed('TOOFEW', { '2024-01-02': 10, '2024-01-03': 100 });
    for (const symbol of ['ENOUGH', 'TOOFEW']) await trade(symbol, '2024-01-02', 100, 10);
    // 1 for 10 leaves 10 of the 100 shares.
    await trade('ENOUGH', '2024-02-02', -10, 100);
    await trade('TOOFEW', '2024-02-02', -11, 100);
    assert.deepEqual(
      (await open()).map(({ symbol, kind, old_shares }) => [symbol, kind, old_shares]),
      [['ENOUGH', 'CONSOLIDATION', 10]],
    );
  });

  it('the ratio of a jump is the one that the sessions between make likely', () => {
    const jump = (price_before: number, price_after: number, on = '2024-01-03') =>
      splitOfJump({ instrument_id: '1', after: '2024-01-02', on, price_before, price_after }, 'INR');
    const ratio = (...of: Parameters<typeof jump>) => {
      const found = jump(...of);
      return found === null ? null : `${found.new_shares}:${found.old_shares}`;
    };
    assert.equal(ratio(100, 49), '2:1');
    assert.equal(ratio(100, 66.5), '3:2');
    assert.equal(ratio(100, 9.8), '10:1');
    // Two years later the price may have halved by itself.
    assert.equal(ratio(100, 49, '2026-01-02'), null);
    assert.equal(ratio(100, 44), null);
  });
});
