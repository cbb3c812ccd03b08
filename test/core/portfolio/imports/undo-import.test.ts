import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import type { ImportUndo } from '../../../../core/portfolio/index.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { refused } from '../../../support/problems.ts';
import { sampled } from '../../../support/soak.ts';

const by = { actor: 'test' };
const HEAD = 'Portfolio,Symbol,Date,Type,Quantity,Price,Currency';
const HOLDINGS = 'Portfolio,Symbol,Asset Class,Quantity,Avg Buy Price,Currency';

describe('undoing an import', () => {
  let world: TestCore;
  const coreAnew = sharedCore({ at: '2026-03-02T06:00:00.000Z' });
  beforeEach(async () => {
    world = await coreAnew();
  });

  const importFile = async (
    lines: string[],
    options: { mode?: 'merge' | 'replace'; portfolio?: string } = {},
  ) => {
    const { imports } = world.core.portfolio;
    const staged = await imports.stage(world.owner, Readable.from([Buffer.from(`${lines.join('\n')}\n`)]), {
      file_name: 'file.csv',
    });
    await imports.commit(world.owner, { import_id: staged.import_id, ...options }, by);
    world.clock.pass(1);
    return staged.import_id;
  };
  const preview = async (id: string): Promise<ImportUndo> =>
    await world.core.portfolio.imports.undoPreview(world.owner, id);
  const undo = async (id: string) => {
    const { digest } = await preview(id);
    return await world.core.portfolio.imports.undo(world.owner, id, { digest }, by);
  };
  const codes = async (id: string) => (await preview(id)).blocked.map(({ code }) => code);
  const add = async (fields: Record<string, unknown>) =>
    await world.core.portfolio.transactions.create(
      world.owner,
      {
        portfolio: 'Main',
        symbol: 'TCS',
        date: '2025-06-02',
        quantity: 1,
        price: 100,
        currency: 'INR',
        ...fields,
      },
      by,
    );
  /** All that the books say, without what counts or dates its writing. */
  const books = async () => {
    const { rows } = await world.core.database.systemPool.query<{ line: string }>(
      `select concat_ws('|', 't', p.name, t.symbol, t.trade_date, t.type, t.quantity, t.price, t.fee_tax, t.source, t.note) as line
         from portfolio.transactions t join portfolio.portfolios p on p.id = t.portfolio_id where t.owner_user_id = $1
       union all
       select concat_ws('|', 'h', p.name, h.symbol, h.quantity, h.avg_buy_price, h.source, h.asset_class, h.current_price)
         from portfolio.holdings h join portfolio.portfolios p on p.id = h.portfolio_id where h.owner_user_id = $1
       union all
       select concat_ws('|', 'p', p.name, l.symbol, l.quantity, l.cost_basis, l.realised_fifo, l.unmatched_quantity)
         from portfolio.positions l join portfolio.portfolios p on p.id = l.portfolio_id where l.owner_user_id = $1
       order by 1`,
      [world.owner],
    );
    return rows.map(({ line }) => line);
  };

  it('its rows go, the holdings follow, and the same file can be imported again', async () => {
    await add({ type: 'BUY' });
    const before = await books();
    const file = [HEAD, 'Main,TCS,2025-03-03,BUY,10,90,INR', 'Main,INFY,2025-03-03,BUY,5,200,INR'];
    const id = await importFile(file);
    const shown = await preview(id);
    assert.deepEqual(
      { ...shown, digest: '', committed_at: '' },
      {
        import_id: id,
        file_name: 'file.csv',
        type: 'transactions',
        committed_at: '',
        digest: '',
        removes: 2,
        edited: 0,
        restores: 0,
        holdings: [
          { portfolio: 'Main', symbol: 'INFY', quantity_now: 5, quantity_then: null },
          { portfolio: 'Main', symbol: 'TCS', quantity_now: 11, quantity_then: 1 },
        ],
        holdings_count: 2,
        can_undo: true,
        blocked: [],
      },
    );
    const { removed, restored } = await undo(id);
    assert.deepEqual([removed, restored], [2, 0]);
    assert.deepEqual(await books(), before);
    await importFile(file);
    assert.notDeepEqual(await books(), before);
  });

  it('looking changes nothing, not even what counts changes', async () => {
    const id = await importFile([HEAD, 'Main,TCS,2025-03-03,BUY,10,90,INR']);
    const before = await books();
    const revision = await world.core.database.revision(world.owner, ['ledger', 'prices']);
    await preview(id);
    assert.deepEqual(await books(), before);
    assert.equal(await world.core.database.revision(world.owner, ['ledger', 'prices']), revision);
  });

  it('rows that a file replaced come back', async () => {
    await importFile([HEAD, 'Main,TCS,2025-03-03,BUY,10,90,INR', 'Main,WIPRO,2025-03-04,BUY,3,70,INR']);
    await add({ type: 'BUY', note: 'by hand' });
    const before = await books();
    const id = await importFile([HEAD, 'Main,INFY,2025-04-01,BUY,1,150,INR'], {
      mode: 'replace',
      portfolio: 'Main',
    });
    const shown = await preview(id);
    assert.deepEqual([shown.removes, shown.restores, shown.can_undo], [1, 3, true]);
    await undo(id);
    assert.deepEqual(await books(), before);
  });

  it('holdings that a file overwrote are as before, those that it made are gone', async () => {
    await importFile([HOLDINGS, 'Main,TCS,Indian Equity,10,90,INR']);
    const before = await books();
    const id = await importFile([
      HOLDINGS,
      'Main,TCS,Indian Equity,12,95,INR',
      'Main,INFY,Indian Equity,4,150,INR',
    ]);
    const shown = await preview(id);
    assert.equal(shown.type, 'holdings');
    assert.deepEqual(shown.holdings, [
      { portfolio: 'Main', symbol: 'INFY', quantity_now: 4, quantity_then: null },
      { portfolio: 'Main', symbol: 'TCS', quantity_now: 12, quantity_then: 10 },
    ]);
    await undo(id);
    assert.deepEqual(await books(), before);
  });

  it('holdings that a file replaced come back with their own rows', async () => {
    await importFile([HOLDINGS, 'Main,TCS,Indian Equity,10,90,INR', 'Main,WIPRO,Indian Equity,2,60,INR']);
    const before = await books();
    const id = await importFile([HOLDINGS, 'Main,TCS,Indian Equity,12,95,INR'], {
      mode: 'replace',
      portfolio: 'Main',
    });
    await undo(id);
    assert.deepEqual(await books(), before);
  });

  it('purchases that a later sale needs stay, with the symbol and what to do', async () => {
    const id = await importFile([HEAD, 'Main,TCS,2025-03-03,BUY,10,90,INR']);
    await add({ type: 'SELL', quantity: 4 });
    const shown = await preview(id);
    assert.equal(shown.can_undo, false);
    assert.deepEqual(await codes(id), ['SALES_REST_ON_IT']);
    assert.match(shown.blocked[0]?.message ?? '', /Later sales of TCS need these purchases\./);
    const before = await books();
    await refused(undo(id), 409, 'IMPORT_NOT_UNDOABLE');
    assert.deepEqual(await books(), before);
  });

  it('a sale without a purchase that the file itself brought does not keep it', async () => {
    const id = await importFile([HEAD, 'Main,TCS,2025-03-03,SELL,10,90,INR']);
    assert.deepEqual(await codes(id), []);
    await undo(id);
  });

  it('an opening position that was recorded for its sales keeps it', async () => {
    const id = await importFile([HEAD, 'Main,TCS,2025-03-03,SELL,10,90,INR']);
    world.clock.pass(60);
    await add({ type: 'TRANSFER_IN', date: '2024-01-05', quantity: 10, price: null });
    // The rows are dated by the database, whose clock goes on by itself.
    await world.core.database.systemPool.query(
      `update portfolio.imports set committed_at = now() - interval '1 hour'`,
    );
    assert.deepEqual(await codes(id), ['OPENINGS_REST_ON_IT']);
  });

  it('a holding that was edited since keeps the file that it came from', async () => {
    const id = await importFile([HOLDINGS, 'Main,TCS,Indian Equity,10,90,INR']);
    const [held] = await world.core.portfolio.holdings.ofSymbol(world.owner, 'TCS');
    await world.core.portfolio.holdings.update(world.owner, held?.id ?? '', { quantity: 11 }, by);
    assert.deepEqual(await codes(id), ['HOLDINGS_CHANGED']);
  });

  it('a new price is no edit', async () => {
    const id = await importFile([HOLDINGS, 'Main,TCS,Unlisted,10,90,INR']);
    const [held] = await world.core.portfolio.holdings.ofSymbol(world.owner, 'TCS');
    await world.core.portfolio.holdings.updatePrice(world.owner, held?.id ?? '', { price: 120 }, by);
    assert.deepEqual(await codes(id), []);
  });

  it('what was shown is what is done: after a change it asks again', async () => {
    const id = await importFile([HEAD, 'Main,TCS,2025-03-03,BUY,10,90,INR']);
    const { digest } = await preview(id);
    await add({ type: 'BUY' });
    await refused(
      world.core.portfolio.imports.undo(world.owner, id, { digest }, by),
      409,
      'IMPORT_UNDO_CHANGED',
    );
    await undo(id);
  });

  it('edited rows are counted, and go as well', async () => {
    const id = await importFile([HEAD, 'Main,TCS,2025-03-03,BUY,10,90,INR']);
    const { items } = await world.core.portfolio.transactions.list(world.owner, { import_id: id });
    world.clock.at = new Date(Date.now() + 60_000);
    await world.core.portfolio.transactions.update(world.owner, items[0]?.id ?? '', { note: 'checked' }, by);
    assert.equal((await preview(id)).edited, 1);
  });

  it('an import is undone once; unknown, staged and other people’s imports are not there', async () => {
    const id = await importFile([HEAD, 'Main,TCS,2025-03-03,BUY,10,90,INR']);
    await refused(world.core.portfolio.imports.undoPreview(world.stranger, id), 404, 'IMPORT_NOT_FOUND');
    await undo(id);
    await refused(preview(id), 409, 'IMPORT_UNDONE');
    await refused(preview('99999999'), 404, 'IMPORT_NOT_FOUND');
    const staged = await world.core.portfolio.imports.stage(
      world.owner,
      Readable.from([Buffer.from(`${HEAD}\nMain,A,2025-03-03,BUY,1,1,INR\n`)]),
    );
    await refused(preview(staged.import_id), 404, 'IMPORT_NOT_FOUND');
  });

  it('finished imports are listed, the newest first, with what is left of each', async () => {
    const first = await importFile([HEAD, 'Main,TCS,2025-03-03,BUY,10,90,INR']);
    const second = await importFile([
      HEAD,
      'Main,INFY,2025-03-03,BUY,10,90,INR',
      'Main,INFY,2025-03-04,BUY,1,90,INR',
    ]);
    await undo(first);
    const { items, total } = await world.core.portfolio.imports.list(world.owner, {});
    assert.equal(total, 2);
    assert.deepEqual(
      items.map(({ import_id, status, imported, transactions, portfolios }) => ({
        import_id,
        status,
        imported,
        transactions,
        portfolios,
      })),
      [
        { import_id: second, status: 'COMMITTED', imported: 2, transactions: 2, portfolios: ['Main'] },
        { import_id: first, status: 'UNDONE', imported: 1, transactions: 0, portfolios: [] },
      ],
    );
    assert.equal((await world.core.portfolio.imports.list(world.stranger, {})).total, 0);
  });

  it('whatever a file holds, undoing it leaves the books as they were', async () => {
    const row = fc
      .tuple(
        fc.constantFrom('TCS', 'INFY'),
        fc.integer({ min: 1, max: 28 }),
        fc.constantFrom('BUY', 'SELL', 'DIVIDEND', 'SPLIT'),
        fc.integer({ min: 1, max: 9 }),
      )
      .map(([symbol, at, type, quantity]) =>
        type === 'SPLIT'
          ? `Main,${symbol},2025-03-${String(at).padStart(2, '0')},SPLIT,2,0,INR`
          : `Main,${symbol},2025-03-${String(at).padStart(2, '0')},${type},${quantity},${50 + at},INR`,
      );
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 6 }),
        fc.array(row, { minLength: 1, maxLength: 6 }),
        fc.constantFrom('merge' as const, 'replace' as const),
        async (already, file, mode) => {
          world = await coreAnew();
          await importFile([HEAD, ...already]);
          const before = await books();
          const id = await importFile([HEAD, ...file], mode === 'merge' ? {} : { mode, portfolio: 'Main' });
          const { can_undo, blocked } = await preview(id);
          if (!can_undo) {
            // Sales of the older rows may rest on the new purchases, or every row was there already.
            assert.ok(blocked.every(({ code }) => code === 'SALES_REST_ON_IT' || code === 'NOTHING_LEFT'));
            return;
          }
          await undo(id);
          assert.deepEqual(await books(), before);
        },
      ),
      { numRuns: sampled(6, 60) },
    );
  });
});
