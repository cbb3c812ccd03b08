import assert from 'node:assert/strict';
import { sharedCore, type TestCore } from '../../../support/core.ts';

const by = { actor: 'test' };

describe('rows that follow from corporate actions, as they are listed', () => {
  let fixture: TestCore;
  const coreAnew = sharedCore({ at: '2026-03-02T06:00:00.000Z' });
  beforeEach(async () => void (fixture = await coreAnew()));

  const buy = async (symbol: string, date: string, quantity: number, price: number) =>
    await fixture.core.portfolio.transactions.create(
      fixture.owner,
      { portfolio: 'Main', symbol, date, type: 'BUY', quantity, price, currency: 'INR' },
      by,
    );
  const rows = async (symbol: string) =>
    (await fixture.core.portfolio.transactions.list(fixture.owner, { symbol, order: 'asc' })).items;

  it('name their action, and have an amount only where money moves', async () => {
    await buy('ITC', '2024-01-10', 105, 400);
    const made = await fixture.core.corporateActions.create(
      fixture.owner,
      {
        portfolio: 'Main',
        symbol: 'ITC',
        kind: 'DEMERGER',
        ex_date: '2025-01-06',
        new_shares: 1,
        old_shares: 10,
        into_symbol: 'ITCHOTELS',
        cost_pct: 13.51,
        fraction_price: 180,
      },
      by,
    );
    assert.equal(made.title, 'demerger of ITCHOTELS, 1 for 10');
    const told = [...(await rows('ITC')), ...(await rows('ITCHOTELS'))].map(
      ({ type, quantity, amount, action_id, source }) => [type, quantity, amount, action_id, source],
    );
    assert.deepEqual(told, [
      // 105 × 400
      ['BUY', 105, 42_000, null, 'MANUAL'],
      ['DEMERGER', 0.1351, null, made.id, 'ACTION'],
      // 105 / 10, of which half a share is paid with 0.5 × 180
      ['TRANSFER_IN', 10.5, null, made.id, 'ACTION'],
      ['FRACTION', 0.5, 90, made.id, 'ACTION'],
    ]);
  });

  it('are asked for apart: openings without a cost were looked for in the first 200 rows, that a merger could fill', async () => {
    const { transactions } = fixture.core.portfolio;
    const opening = {
      portfolio: 'Main',
      symbol: 'TCS',
      date: '2020-01-10',
      type: 'TRANSFER_IN',
      quantity: 5,
    };
    await transactions.create(fixture.owner, { ...opening, currency: 'INR' }, by);
    await buy('ITC', '2024-01-10', 100, 400);
    await fixture.core.corporateActions.create(
      fixture.owner,
      {
        portfolio: 'Main',
        symbol: 'ITC',
        kind: 'DEMERGER',
        ex_date: '2025-01-06',
        new_shares: 1,
        old_shares: 10,
        into_symbol: 'ITCHOTELS',
        cost_pct: 13.51,
      },
      by,
    );
    const found = async (is_derived?: boolean) =>
      (await transactions.list(fixture.owner, { type: 'TRANSFER_IN', is_derived })).items.map(
        ({ symbol }) => symbol,
      );
    assert.deepEqual(await found(), ['ITCHOTELS', 'TCS']);
    assert.deepEqual(await found(false), ['TCS']);
    assert.deepEqual(await found(true), ['ITCHOTELS']);
  });

  it('a trade of before a rename tells the symbol that it was recorded under', async () => {
    await buy('ZOMATO', '2022-03-10', 100, 80);
    await fixture.core.corporateActions.apply(fixture.owner, 'all', by);
    const [row] = await rows('ETERNAL');
    assert.deepEqual([row?.symbol, row?.recorded_symbol, row?.action_id], ['ETERNAL', 'ZOMATO', null]);
  });
});
