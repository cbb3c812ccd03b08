import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createCore } from '../../../core/assembly/index.ts';
import { type TestCore, sharedCore } from '../../support/core.ts';
import { refused } from '../../support/problems.ts';
import type { Row } from '../../support/web-sync-rows.ts';
import { WebSyncServer } from '../../support/web-sync-server.ts';

const BY = { actor: 'api:owner' };
const USER = 'QX4711';
const PIN = '48215573';

/** `HDFC` was booked as whichever holding began so, or under a symbol of nothing. */
describe('portfolio/Connection sync rules 5: what is not certain is asked once, and its trades wait', () => {
  const web = new WebSyncServer();
  let test: TestCore;
  let id: string;
  let transactions: Row[];
  before(() => web.start());
  after(() => web.close());
  const coreAnew = sharedCore(() => ({ environment: { WEB_SYNC_BASE_URL: web.url } }));
  beforeEach(async () => {
    web.reset({ holdings: 0, trades: 0, leftOut: 0 });
    const account = web.addAccount(USER, PIN, { holdings: 0, trades: 0, leftOut: 0 });
    transactions = [buy('HDFCBANK', 10), buy('HDFC', 7), buy('HDFC', 4, { side: 'SELL' })];
    const holding = (symbol: string, quantity: number) => ({
      symbol,
      quantity,
      avg_price: 100,
      last_price: 110,
    });
    Object.assign(account, { holdings: [holding('HDFCBANK', 13), holding('HDFCLIFE', 20)], transactions });
    test = await coreAnew();
    const credentials = { user_id: USER, pin: PIN };
    id = (
      await test.core.connections.create(
        test.owner,
        { broker: 'web_sync', label: 'Web', role: 'SYNC', credentials },
        BY,
      )
    ).id;
    await sync();
    await test.core.connections.verifyOtp(test.owner, id, web.sentOtps.at(-1)?.otp ?? '', BY);
  });

  let number = 0;
  const buy = (symbol: string, quantity: number, more: Row = {}): Row => ({
    id: `N${(number += 1)}`,
    symbol,
    side: 'BUY',
    status: 'COMPLETE',
    trade_date: '2026-02-02',
    quantity,
    price: 100,
    ...more,
  });
  const sync = (core = test.core) => core.connections.sync(test.owner, id, BY);
  const answer = (symbol: string | null, name = 'HDFC', core = test.core) =>
    core.connections.answerTradeName(test.owner, id, { name, symbol }, BY);
  const names = async () =>
    (await test.core.connections.get(test.owner, id)).trade_names.map(({ name, symbol, trades }) => [
      name,
      symbol,
      trades,
    ]);
  /** Units by symbol in the ledger. */
  const books = async () => {
    const { items } = await test.core.portfolio.transactions.list(test.owner, { page_size: 200 });
    const units: Record<string, number> = {};
    for (const { symbol, type, quantity } of items)
      units[symbol] = (units[symbol] ?? 0) + (type === 'SELL' ? -quantity : quantity);
    return [items.length, units];
  };

  it('the trades are kept and not booked; the answer books them, after a restart and for later syncs too', async () => {
    const first = await sync();
    assert.deepEqual(
      [first.counts?.trades_read, first.counts?.trades_new, first.counts?.trades_known],
      [3, 1, 0],
    );
    assert.deepEqual(first.connection.trade_names, [
      {
        name: 'HDFC',
        candidates: ['HDFCBANK', 'HDFCLIFE'],
        symbol: null,
        trades: 2,
        from: '2026-02-02',
        to: '2026-02-02',
      },
    ]);
    assert.deepEqual(await books(), [1, { HDFCBANK: 10 }]);
    await sync();
    assert.deepEqual([await names(), await books()], [[['HDFC', null, 2]], [1, { HDFCBANK: 10 }]]);

    const restarted = await createCore({
      config: test.core.config,
      ownerUrl: test.core.database.urls.ownerUrl,
      isSeparationTried: true,
      clock: test.clock,
      log: test.core.log,
    });
    try {
      const answered = await answer('hdfcbank ', 'HDFC', restarted);
      assert.deepEqual(
        answered.trade_names.map(({ name, symbol }) => [name, symbol]),
        [['HDFC', 'HDFCBANK']],
      );
    } finally {
      await restarted.close();
    }
    assert.deepEqual(await books(), [3, { HDFCBANK: 13 }]);
    await answer('HDFCBANK');
    transactions.push(buy('HDFC', 2, { trade_date: '2026-02-27' }));
    await sync();
    assert.deepEqual([await names(), await books()], [[['HDFC', 'HDFCBANK', 3]], [4, { HDFCBANK: 15 }]]);
  });

  it('an answer is taken back: the trades leave the books, wait, and can be given to another share', async () => {
    await sync();
    await answer('HDFCBANK');
    await answer(null);
    assert.deepEqual([await names(), await books()], [[['HDFC', null, 2]], [1, { HDFCBANK: 10 }]]);
    await sync();
    assert.deepEqual(await books(), [1, { HDFCBANK: 10 }]);
    await answer('HDFCLIFE');
    await answer('HDFC');
    assert.deepEqual(await books(), [3, { HDFCBANK: 10, HDFC: 3 }]);
    await answer('HDFCLIFE');
    await sync();
    assert.deepEqual(await books(), [3, { HDFCBANK: 10, HDFCLIFE: 3 }]);
  });

  it('an answer while a sync is under way books what that sync brings', async () => {
    await sync();
    transactions.push(buy('HDFC', 2, { trade_date: '2026-02-27' }));
    let answered: Promise<unknown> = Promise.resolve();
    web.afterPage = () => {
      answered = answer('HDFCLIFE');
    };
    await sync();
    await answered;
    assert.deepEqual(
      [await names(), await books()],
      [[['HDFC', 'HDFCLIFE', 3]], [4, { HDFCBANK: 10, HDFCLIFE: 5 }]],
    );
  });

  it('an answered trade that the broker lists no more, or otherwise, is asked about like every other one', async () => {
    for (const row of transactions) row['trade_date'] = '2026-02-27';
    await sync();
    await answer('HDFCBANK');
    const waiting = async () =>
      (await test.core.portfolio.brokerChanges.list(test.owner)).open.map(
        ({ id: one, version, kind, symbol }) => ({
          id: one,
          version,
          is: `${kind} ${symbol}`,
        }),
      );
    transactions[1] = { ...transactions[1], price: 101 };
    await sync();
    assert.deepEqual(
      (await waiting()).map(({ is }) => is),
      ['CHANGED HDFCBANK'],
    );
    const accept = async () =>
      await test.core.portfolio.brokerChanges.decide(
        test.owner,
        {
          decision: 'ACCEPT',
          changes: (await waiting()).map(({ id: one, version }) => ({ id: one, version })),
        },
        BY,
      );
    await accept();
    transactions.splice(2, 1);
    await sync();
    assert.deepEqual(
      (await waiting()).map(({ is }) => is),
      ['VANISHED HDFCBANK'],
    );
    await accept();
    // Another answer books what was accepted, and not what was read at first.
    await answer('HDFCLIFE');
    const { items } = await test.core.portfolio.transactions.list(test.owner, { symbol: 'HDFCLIFE' });
    assert.deepEqual(
      items.map(({ type, quantity, price }) => [type, quantity, price]),
      [['BUY', 7, 101]],
    );
    assert.deepEqual(await waiting(), []);
  });

  it('units that asked trades may explain are no change by the broker until the answer', async () => {
    for (const row of transactions) row['trade_date'] = '2026-02-27';
    const all = transactions.splice(1);
    const account = web.accounts.get(USER) ?? assert.fail();
    const [bank = assert.fail()] = account.holdings;
    bank['quantity'] = 10;
    await sync();
    transactions.push(...all);
    bank['quantity'] = 12;
    await sync();
    const later = async (minutes: number) => {
      test.clock.pass(minutes);
      await sync();
      return (await test.core.portfolio.brokerChanges.list(test.owner)).open.map(({ title }) => title);
    };
    assert.deepEqual(await later(72 * 60), []);
    await answer('HDFCLIFE');
    assert.deepEqual(await later(60), ['units 10 → 12 without a trade']);
    await answer(null);
    assert.deepEqual(await later(60), []);
  });

  it('trades of one day’s trading count only where they close a gap of the holding, after the answer too', async () => {
    transactions.push(
      buy('HDFC', 5, { product: 'INTRADAY', trade_date: '2026-02-03' }),
      buy('HDFC', 17, { product: 'INTRADAY', trade_date: '2026-02-04' }),
    );
    await sync();
    assert.deepEqual(await names(), [['HDFC', null, 4]]);
    await answer('HDFCLIFE');
    // 20 are held and 3 are booked: the gap of 17 is that of one day alone.
    assert.deepEqual(await books(), [4, { HDFCBANK: 10, HDFCLIFE: 20 }]);
    await answer(null);
    assert.deepEqual(await books(), [1, { HDFCBANK: 10 }]);
  });

  it('what is recorded already is not asked about, and a trade with an ISIN neither', async () => {
    transactions.splice(
      0,
      9,
      buy('HDFC', 3, { exchange: 'NSE', exchange_trade_id: '77' }),
      buy('HDFC', 2, { isin: 'INE040A01034' }),
    );
    await sync();
    assert.deepEqual(await names(), [['HDFC', null, 1]]);
    await answer('HDFCBANK');
    await test.core.connections.remove(test.owner, id, BY);
    const { rows } = await test.core.database.readAsUser(test.owner, (trx) =>
      trx.raw<{ rows: { rows: number }[] }>('select count(*)::int as rows from portfolio.import_rows'),
    );
    assert.deepEqual([rows[0]?.rows, await books()], [0, [2, { HDFC: 2, HDFCBANK: 3 }]]);
    // Connected anew, the trade that its person had given a share is in the books.
    const credentials = { user_id: USER, pin: PIN };
    id = (
      await test.core.connections.create(
        test.owner,
        { broker: 'web_sync', label: 'Again', role: 'SYNC', credentials },
        BY,
      )
    ).id;
    await sync();
    await test.core.connections.verifyOtp(test.owner, id, web.sentOtps.at(-1)?.otp ?? '', BY);
    const { connection } = await sync();
    const [portfolio] = connection.portfolio_question?.portfolios ?? [];
    if (portfolio !== undefined)
      await test.core.connections.choosePortfolio(test.owner, id, portfolio.id, BY);
    await sync();
    assert.deepEqual([await names(), await books()], [[], [2, { HDFC: 2, HDFCBANK: 3 }]]);
  });

  it('a name that is not asked about, an empty symbol and another person are refused', async () => {
    await sync();
    await refused(answer('TCS', 'TATA'), 404, 'TRADE_NAME_NOT_FOUND', /does not ask about TATA/);
    await refused(answer('  '), 422, 'VALIDATION_ERROR', /Enter the symbol/);
    await refused(
      test.core.connections.answerTradeName(test.stranger, id, { name: 'HDFC', symbol: 'X' }, BY),
      404,
      'CONNECTION_NOT_FOUND',
    );
    assert.deepEqual(await books(), [1, { HDFCBANK: 10 }]);
  });

  it('syncs, new trades, answers and answers taken back in any order lose no trade and double none', async () => {
    await sync();
    const step = fc.oneof(
      fc.constant('sync' as const),
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom('HDFCBANK', 'HDFCLIFE', null),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        let symbol = (await names())[0]?.[1] as string | null;
        for (const one of steps) {
          if (one === 'sync') await sync();
          else if (typeof one === 'number') transactions.push(buy('HDFC', one, { trade_date: '2026-02-27' }));
          else await answer((symbol = one));
        }
        await sync();
        const waiting = transactions.slice(1);
        const units = waiting.reduce(
          (sum, { side, quantity }) => sum + (side === 'SELL' ? -1 : 1) * Number(quantity),
          0,
        );
        const expected: Record<string, number> = { HDFCBANK: 10 };
        if (symbol !== null) expected[symbol] = (expected[symbol] ?? 0) + units;
        assert.deepEqual(await books(), [symbol === null ? 1 : transactions.length, expected]);
        assert.deepEqual(await names(), [['HDFC', symbol, waiting.length]]);
      }),
      { numRuns: 4 },
    );
  });
});
