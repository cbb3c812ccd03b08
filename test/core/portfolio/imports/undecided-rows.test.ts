import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { refused } from '../../../support/problems.ts';

const by = { actor: 'test' };
const HEAD = 'Portfolio,Symbol,Date,Type,Quantity,Price,Currency';
const GOOD = 'Main,TCS,2025-06-02,BUY,10,100,INR';
/** Rows 3 and 4 of the file below. */
const NO_QUANTITY = 'Main,TCS,2025-06-03,BUY,ten,100,INR';
const NO_DAY = '=Main,INFY,30/02/2025,BUY,5,50,INR';

describe('rows of an import that could not be read', () => {
  let world: TestCore;
  const coreAnew = sharedCore({ at: '2026-03-02T06:00:00.000Z' });
  beforeEach(async () => {
    world = await coreAnew();
  });

  const imports = () => world.core.portfolio.imports;
  const importFile = async (lines: string[], options: Record<string, unknown> = {}) => {
    const file = Readable.from([Buffer.from(`${lines.join('\n')}\n`)]);
    const staged = await imports().stage(world.owner, file, { file_name: 'file.csv' });
    await imports().commit(world.owner, { import_id: staged.import_id, ...options }, by);
    world.clock.pass(1);
    return staged.import_id;
  };
  const waiting = async (id: string) =>
    (await imports().undecided.list(world.owner, id, {})).items.map(({ row }) => row);
  const recorded = async () =>
    (await world.core.portfolio.transactions.list(world.owner, {})).items
      .map(({ symbol, date, quantity }) => `${symbol} ${date} ${quantity}`)
      .toSorted();
  const activity = async () =>
    (await world.core.reports.activity.read(world.owner, {})).items.map(({ title }) => title);
  const mend = async (id: string, row: number, fields: Record<string, unknown>) =>
    await imports().undecided.mend(world.owner, id, row, { fields }, by);

  it('stay with it, say what is wrong, and are counted in the list of imports', async () => {
    const id = await importFile([HEAD, GOOD, NO_QUANTITY, NO_DAY]);
    const { items, total } = await imports().undecided.list(world.owner, id, {});
    assert.equal(total, 2);
    assert.deepEqual(
      items.map(({ row, issues }) => [row, issues.map(({ field }) => field)]),
      [
        [3, ['quantity']],
        [4, ['date']],
      ],
    );
    assert.equal(items[0]?.fields['quantity'], 'ten');
    const [listed] = (await imports().list(world.owner, {})).items;
    assert.deepEqual([listed?.imported, listed?.undecided], [1, 2]);
    const second = await imports().undecided.list(world.owner, id, { page: 2, page_size: 1 });
    assert.deepEqual(
      second.items.map(({ row }) => row),
      [4],
    );
  });

  it('wait among what needs the person, however many imports came after, until the import is undone', async () => {
    const id = await importFile([HEAD, GOOD, NO_QUANTITY, NO_DAY]);
    const later = await importFile([HEAD, NO_QUANTITY.replace('TCS', 'ITC')]);
    for (let nr = 1; nr <= 20; nr += 1) await importFile([HEAD, GOOD.replace('TCS', `X${nr}`)]);
    const rowsToCorrect = async () =>
      (await world.core.reports.todos.read(world.owner)).items.find(({ key }) => key === 'rows');
    const todo = await rowsToCorrect();
    assert.deepEqual(
      [todo?.text, todo?.to],
      ['3 imported rows wait for a correction.', `/data/import?rows=${later}`],
    );
    const { digest } = await imports().undoPreview(world.owner, id);
    await imports().undo(world.owner, id, { digest }, by);
    assert.equal((await rowsToCorrect())?.text, '1 imported row waits for a correction.');
  });

  it('are imported once they are corrected, with the import they came from', async () => {
    const id = await importFile([HEAD, GOOD, NO_QUANTITY, NO_DAY]);
    const mended = await mend(id, 3, { quantity: 2 });
    assert.deepEqual(mended, { import_id: id, row: 3, outcome: 'IMPORTED', undecided: 1 });
    assert.deepEqual(await recorded(), ['TCS 2025-06-02 10', 'TCS 2025-06-03 2']);
    const [holding] = await world.core.portfolio.holdings.ofSymbol(world.owner, 'TCS');
    assert.equal(holding?.quantity, 12);
    const [listed] = (await imports().list(world.owner, {})).items;
    assert.deepEqual([listed?.imported, listed?.skipped, listed?.transactions], [2, 1, 2]);
    await refused(mend(id, 3, { quantity: 2 }), 404, 'ROW_NOT_FOUND');
  });

  it('portfolio/Import and ledger rules: a movement in no known language shows its words, and one word corrects it', async () => {
    const id = await importFile([
      'Datum,Uhrzeit,Valutadatum,Produkt,ISIN,Beschreibung,FX,Änderung,,Saldo,,Order-ID',
      '03-06-2024,08:06,01-06-2024,COCA-COLA,US1912161007,Osinkotulo,,USD,"4,85",USD,"4,85",',
      '28-02-2024,10:00,28-02-2024,,,Einzahlung,,EUR,"1.000,00",EUR,"1.000,00",',
    ]);
    const { items } = await imports().undecided.list(world.owner, id, {});
    assert.deepEqual(
      items.map(({ row, fields, issues }) => [row, fields['type'], issues]),
      [
        [
          2,
          'Osinkotulo',
          [
            {
              field: 'type',
              message:
                'is not known: the file says "Osinkotulo". Enter BUY, SELL, DIVIDEND or SPLIT, or leave the row out.',
            },
          ],
        ],
      ],
    );
    assert.equal((await mend(id, 2, { type: 'DIVIDEND' })).outcome, 'IMPORTED');
    const [paid] = (await world.core.portfolio.transactions.list(world.owner, {})).items;
    assert.deepEqual([paid?.type, paid?.price, paid?.currency], ['DIVIDEND', 4.85, 'USD']);
  });

  it('stay as they were where the correction is wrong too', async () => {
    const id = await importFile([HEAD, GOOD, NO_QUANTITY, NO_DAY]);
    for (const fields of [{ quantity: 'eleven' }, { price: 4 }, {}])
      await refused(mend(id, 3, fields), 422, 'VALIDATION_ERROR');
    assert.deepEqual(await waiting(id), [3, 4]);
    assert.deepEqual(await recorded(), ['TCS 2025-06-02 10']);
  });

  it('that turn out to be recorded already write nothing', async () => {
    const id = await importFile([HEAD, GOOD, NO_QUANTITY]);
    const mended = await mend(id, 3, { quantity: 10, date: '2025-06-02' });
    assert.deepEqual([mended.outcome, mended.undecided], ['ALREADY_RECORDED', 0]);
    assert.deepEqual(await recorded(), ['TCS 2025-06-02 10']);
  });

  it('go where their import went, and are read as it was', async () => {
    const id = await importFile([HEAD, GOOD, NO_QUANTITY], { portfolio: 'Elsewhere' });
    await mend(id, 3, { quantity: 2 });
    const { items } = await world.core.portfolio.transactions.list(world.owner, { portfolio: 'Elsewhere' });
    assert.equal(items.length, 2);
  });

  it('can be dismissed, once, which stays on record', async () => {
    const id = await importFile([HEAD, GOOD, NO_QUANTITY, NO_DAY]);
    assert.equal((await activity()).length, 2);
    await imports().undecided.dismiss(world.owner, id, 3, by);
    assert.deepEqual(await waiting(id), [4]);
    assert.ok((await activity()).includes('A row of file.csv dismissed'));
    for (const row of [3, 2, 99, 2 ** 40])
      await refused(imports().undecided.dismiss(world.owner, id, row, by), 404, 'ROW_NOT_FOUND');
    assert.deepEqual(await recorded(), ['TCS 2025-06-02 10']);
  });

  it('come as CSV with their reasons, with no cell that a spreadsheet would run', async () => {
    const id = await importFile([HEAD, GOOD, NO_QUANTITY, NO_DAY]);
    let text = '';
    for await (const piece of await imports().undecided.csv(world.owner, id)) text += piece;
    const [head = '', first = '', second = ''] = text.split('\r\n');
    assert.match(head, /^Row,.*Symbol.*,Reason$/);
    assert.match(first, /^3,.*TCS.*ten.*quantity/);
    assert.match(second, /^4,.*'=Main.*30\/02\/2025.*date/);
  });

  it('are gone when their import is undone, and cannot be corrected any more', async () => {
    const id = await importFile([HEAD, GOOD, NO_QUANTITY]);
    await mend(id, 3, { quantity: 2 });
    const other = await importFile([HEAD, 'Main,WIPRO,2025-06-02,BUY,10,100,INR', NO_DAY]);
    for (const one of [id, other]) {
      const { digest } = await imports().undoPreview(world.owner, one);
      await imports().undo(world.owner, one, { digest }, by);
    }
    assert.deepEqual(await recorded(), []);
    assert.deepEqual(await waiting(other), []);
    await refused(mend(other, 3, { quantity: 2 }), 409, 'IMPORT_UNDONE');
  });

  it('wait for holdings too', async () => {
    const id = await importFile([
      'Portfolio,Symbol,Quantity,Avg Buy Price,Asset Class,Currency',
      'Main,TCS,10,100,Stock,INR',
      'Main,INFY,few,100,Stock,INR',
    ]);
    const mended = await mend(id, 3, { quantity: 3 });
    assert.equal(mended.outcome, 'IMPORTED');
    const [holding] = await world.core.portfolio.holdings.ofSymbol(world.owner, 'INFY');
    assert.deepEqual([holding?.quantity, holding?.avg_buy_price], [3, 100]);
  });
});
