import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { commitImport } from '../../../../core/portfolio/imports/commit-import.ts';
import type { PricedHolding } from '../../../../core/portfolio/index.ts';
import { testCore, type TestCore } from '../../../support/core.ts';
import { type Gate, gate } from '../../../support/gate.ts';
import { refused } from '../../../support/problems.ts';
import { comesToWait } from '../../../support/row-locks.ts';
import { tradebookFile, tradebookRow } from '../../../support/tradebook-rows.ts';

const by = { actor: 'test' };
const trade = (quantity: number) =>
  tradebookRow('TCS', 'INE467B01029', '2024-01-05', quantity, 3200.5, {
    trade: 1001,
    order: 77,
    time: '09:20:11',
  });
const GOAL = { name: 'House', type: 'CORPUS', target_corpus: 5_000_000, target_date: '2031-03-31' };

describe('a long import beside other changes of the same person', () => {
  let world: TestCore;
  let importing: Gate | undefined;
  let goal: string;
  let connection: string;
  const area = () => world.core.portfolio;
  const buy = async (symbol: string, date: string) =>
    await area().transactions.create(
      world.owner,
      { portfolio: 'Zerodha', symbol, type: 'BUY', date, quantity: 10, price: 100, currency: 'INR' },
      by,
    );
  const held = async () =>
    new Map((await area().quotes.holdings(world.owner)).map((one) => [one.symbol, one]));
  const priced = async (holdings: readonly PricedHolding[], price: number) =>
    await area().quotes.apply(
      world.owner,
      holdings.map((holding) => ({
        holding,
        quote: { price, previous_close: null, as_of: '2026-03-02', source: 'TEST' },
      })),
    );
  /** Commits a tradebook, and holds its transaction open once everything is written. */
  const holdImport = async (row: string) => {
    const { import_id } = await area().imports.stage(
      world.owner,
      Readable.from([Buffer.from(tradebookFile(row))]),
    );
    importing = gate();
    const companies = await world.core.instruments.companies();
    const commit = commitImport(world.core, { announce: importing.pass, companies: async () => companies });
    const work = commit(world.owner, companies, { import_id }, by);
    await Promise.race([importing.reached, work]);
    return { work, end: importing.open };
  };

  beforeEach(async () => {
    world = await testCore();
    for (const symbol of ['ALPHA', 'TCS', 'ZETA']) await buy(symbol, '2023-05-02');
    goal = (
      await world.core.goals.goals.create(
        world.owner,
        { ...GOAL, inflation_pct: 5, expected_return_pct: 10 },
        by,
      )
    ).id;
    connection = (
      await world.core.connections.create(
        world.owner,
        { broker: 'dhan', label: 'Dhan', role: 'SYNC', credentials: CREDENTIALS },
        by,
      )
    ).id;
  });
  afterEach(async () => {
    importing?.open();
    await world.close();
  });

  it('a price write, a goal, the watchlist, debts, contents of funds, connections and an hour are written meanwhile', async () => {
    const { work: importWork, end } = await holdImport(trade(5));
    const { core, owner } = world;
    const all = await held();
    const decisions = await priced([...all.values()], 120);
    // What the import has just changed keeps its price; nobody waits for it.
    assert.deepEqual(
      decisions.map(({ reason }, index) => [[...all.keys()][index], reason]),
      [
        ['ALPHA', null],
        ['TCS', 'BEING_CHANGED'],
        ['ZETA', null],
      ],
    );
    await core.goals.goals.update(owner, goal, { target_corpus: 6_000_000 }, by);
    await core.watchlist.items.create(
      owner,
      { symbol: 'INFY', asset_class: 'Indian Equity', currency: 'INR' },
      by,
    );
    await core.liabilities.create(owner, { name: 'Car', type: 'LOAN', balance: 300_000 }, by);
    await core.reports.fundHoldings.replace(
      owner,
      'FUND',
      { as_of: '2026-03-01', holdings: [{ stock_symbol: 'TCS', weight_pct: 8 }] },
      by,
    );
    await core.connections.update(owner, connection, { label: 'Dhan, mine' }, by);
    assert.equal(await area().snapshots.take(owner), 2);
    const order: string[] = ['the others'];
    // What is about the ledger waits.
    const other = buy('LATE', '2024-02-01').then(() => order.push('a transaction'));
    end();
    assert.equal((await importWork).imported, 1);
    await other;
    assert.deepEqual(order, ['the others', 'a transaction']);
    const after = await held();
    assert.deepEqual(
      ['ALPHA', 'TCS', 'ZETA'].map((symbol) => after.get(symbol)?.current_price),
      // What no price was written for has that of its last trade.
      [120, 3200.5, 120],
    );
    const [tcs] = await area().holdings.ofSymbol(owner, 'TCS');
    assert.equal(tcs?.quantity, 15);
    assert.equal((await priced([after.get('TCS') as PricedHolding], 121))[0]?.reason, null);
  });

  it('a price by hand waits for the import that is at work on the holding: where that is sold by it, there is none', async () => {
    const [tcs] = await area().holdings.ofSymbol(world.owner, 'TCS');
    const id = tcs?.id ?? '';
    await area().holdings.update(world.owner, id, { asset_class: 'Unlisted' }, by);
    const { work: importWork, end } = await holdImport(trade(-10));
    const pricing = refused(
      area().holdings.updatePrice(world.owner, id, { price: 150 }, by),
      404,
      'HOLDING_NOT_FOUND',
    );
    assert.equal(await comesToWait(world.core.database.systemPool, pricing), true);
    end();
    await importWork;
    await pricing;
  });
});

const CREDENTIALS = { client_id: '1000000001', access_token: 'a-token-of-some-length' };
