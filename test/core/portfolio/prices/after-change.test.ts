import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { listWithCloses } from '../../../support/listed-closes.ts';

const by = { actor: 'test' };
const HEAD = 'Portfolio,Symbol,Date,Type,Quantity,Price,Currency,Asset Class';
const BOUGHT = 'Main,ALPHA,2026-01-05,BUY,10,90,INR,Indian Equity';
const SOLD = 'Main,ALPHA,2026-02-26,SELL,10,100,INR,Indian Equity';

describe('portfolio/States and transitions: a change that creates a holding prices it by its last close', () => {
  let world: TestCore;
  // Monday, after the close of the exchange.
  const anew = sharedCore({ at: '2026-03-02T12:00:00.000Z' });
  beforeEach(async () => {
    world = await anew();
    await listWithCloses(world.core, 'ALPHA', { '2026-03-02': 100 });
    await listWithCloses(world.core, 'BETA', { '2026-03-02': 40 });
  });

  const imported = async (...lines: string[]): Promise<string> => {
    const { imports } = world.core.portfolio;
    const file = Readable.from([Buffer.from([HEAD, ...lines].join('\n'))]);
    const { import_id } = await imports.stage(world.owner, file);
    await imports.commit(world.owner, { import_id }, by);
    return import_id;
  };
  /** Each holding with its units and price, and what all of them are worth. */
  const held = async () => {
    const { holdings, dashboard } = world.core.portfolio;
    const { total } = await dashboard.read(world.owner);
    const rows = await holdings.all(world.owner);
    return [
      ...rows.map(({ symbol, quantity, current_price }) => [symbol, quantity, current_price]),
      [total.state, total.current_value],
    ];
  };

  it('the share that a demerger brings is priced at once; so is a renamed one, and the old one when that is undone', async () => {
    const { corporateActions } = world.core;
    await imported(BOUGHT);
    const demerger = { kind: 'DEMERGER', new_shares: 1, old_shares: 1, cost_pct: 40, ex_date: '2026-02-12' };
    const of = { portfolio: 'Main', symbol: 'ALPHA', into_symbol: 'BETA' };
    const { id } = await corporateActions.create(world.owner, { ...of, ...demerger }, by);
    const both = [
      ['ALPHA', 10, 100],
      ['BETA', 10, 40],
      ['AVAILABLE', 1400],
    ];
    assert.deepEqual(await held(), both);
    await corporateActions.undo(world.owner, id, by);
    assert.deepEqual(await held(), [
      ['ALPHA', 10, 100],
      ['AVAILABLE', 1000],
    ]);
    const rename = await corporateActions.create(
      world.owner,
      { ...of, kind: 'RENAME', ex_date: '2026-02-20' },
      by,
    );
    assert.deepEqual(await held(), [
      ['BETA', 10, 40],
      ['AVAILABLE', 400],
    ]);
    await corporateActions.undo(world.owner, rename.id, by);
    assert.deepEqual(await held(), [
      ['ALPHA', 10, 100],
      ['AVAILABLE', 1000],
    ]);
  });

  it('a holding that comes back with an undone import, a deleted sale or a corrected one has its price', async () => {
    const { imports, transactions } = world.core.portfolio;
    const back = [
      ['ALPHA', 10, 100],
      ['AVAILABLE', 1000],
    ];
    await imported(BOUGHT);
    const sold = await imported(SOLD);
    assert.deepEqual(await held(), [['AVAILABLE', 0]]);
    const { digest } = await imports.undoPreview(world.owner, sold);
    await imports.undo(world.owner, sold, { digest }, by);
    assert.deepEqual(await held(), back);
    await imported(SOLD);
    const { items } = await transactions.list(world.owner, {});
    const sale = items.find(({ type }) => type === 'SELL')?.id ?? '';
    await transactions.update(world.owner, sale, { quantity: 4 }, by);
    assert.deepEqual(await held(), [
      ['ALPHA', 6, 100],
      ['AVAILABLE', 600],
    ]);
    await transactions.update(world.owner, sale, { quantity: 10 }, by);
    await transactions.remove(world.owner, sale, by);
    assert.deepEqual(await held(), back);
  });
});
