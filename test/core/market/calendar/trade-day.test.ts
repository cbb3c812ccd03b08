import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { Problem } from '../../../../core/platform/index.ts';
import { type TestCore, testCore } from '../../../support/core.ts';
import { lastTradeDay } from '../../../../core/market/calendar/index.ts';

const by = { actor: 'test' };
const buy = {
  portfolio: 'P',
  symbol: 'TCS',
  type: 'BUY',
  quantity: 10,
  price: 100,
  currency: 'INR',
  asset_class: 'Indian Equity',
};

/** Refused with a line on the date. */
const refusedDate = (what: Promise<unknown>) =>
  assert.rejects(what, (error: unknown) => {
    assert.ok(error instanceof Problem);
    assert.equal(error.code, 'VALIDATION_ERROR');
    assert.match(JSON.stringify(error), /is in the future. Check the year/);
    return true;
  });

describe('transactions of days that have not come', () => {
  let world: TestCore;
  // 2 March 2026, 11:30 in India.
  before(async () => {
    world = await testCore({ at: '2026-03-02T06:00:00.000Z' });
  });
  after(() => world.close());

  const transactions = () => world.core.portfolio.transactions;
  const dates = async () =>
    (await transactions().list(world.owner, { order: 'asc' })).items.map(({ date }) => date);

  it('portfolio/Resources, Transaction: the last day is tomorrow in India, whatever the day elsewhere', () => {
    assert.equal(lastTradeDay(new Date('2026-03-02T06:00:00.000Z')), '2026-03-03');
    // 00:30 on 3 March in India.
    assert.equal(lastTradeDay(new Date('2026-03-02T19:00:00.000Z')), '2026-03-04');
    assert.equal(lastTradeDay(new Date('2027-12-31T06:00:00.000Z')), '2028-01-01');
  });

  it('portfolio/Resources, Transaction: one entered by hand for a later day is refused, and no ledger is touched', async () => {
    await refusedDate(transactions().create(world.owner, { ...buy, date: '2026-03-04' }, by));
    await refusedDate(transactions().create(world.owner, { ...buy, date: '2062-03-01' }, by));
    assert.deepEqual(await dates(), []);
    const made = await transactions().create(world.owner, { ...buy, date: '2026-03-03' }, by);
    await refusedDate(transactions().update(world.owner, made.id, { date: '2026-03-04' }, by));
    await transactions().update(world.owner, made.id, { date: '2026-03-02' }, by);
    assert.deepEqual(await dates(), ['2026-03-02']);
    await transactions().remove(world.owner, made.id, by);
  });

  it('portfolio/Resources, Transaction: one that is on record can be changed and put right', async () => {
    // Entered while the clock of the machine was wrong.
    const { clock } = world;
    const now = clock.now();
    clock.at = new Date('2027-03-02T06:00:00.000Z');
    const made = await transactions().create(world.owner, { ...buy, date: '2027-03-01' }, by);
    clock.at = now;
    assert.equal((await transactions().update(world.owner, made.id, { quantity: 5 }, by)).quantity, 5);
    const same = await transactions().update(world.owner, made.id, { date: '2027-03-01', price: 90 }, by);
    assert.deepEqual([same.date, same.price], ['2027-03-01', 90]);
    await refusedDate(transactions().update(world.owner, made.id, { date: '2027-02-28' }, by));
    await transactions().remove(world.owner, made.id, by);
    assert.equal((await transactions().restore(world.owner, made.id, by)).date, '2027-03-01');
    await transactions().update(world.owner, made.id, { date: '2026-03-01' }, by);
    await transactions().remove(world.owner, made.id, by);
  });

  const FILE = [
    'Date,Type,Symbol,Quantity,Price,Currency',
    '2026-02-27,BUY,INFY,1,1500,INR',
    '2026-03-03,BUY,INFY,2,1500,INR',
    '2062-02-27,BUY,INFY,3,1500,INR',
    '',
  ].join('\n');
  const stage = async () =>
    await world.core.portfolio.imports.stage(world.owner, Readable.from([Buffer.from(FILE)]), {
      type: 'transactions',
      portfolio: 'F',
    });

  it('portfolio/csv/upload: a row of a file that lies ahead is an issue of that row, and the others come', async () => {
    const preview = await stage();
    assert.deepEqual([preview.total_rows, preview.valid_rows], [3, 2]);
    assert.deepEqual(
      preview.issue_rows.map(({ row, field }) => [row, field]),
      [[4, 'date']],
    );
    assert.equal(
      preview.issue_rows[0]?.message,
      '27 Feb 2062 is in the future. Check the year. Record a transaction once it has happened.',
    );
    const result = await world.core.portfolio.imports.commit(
      world.owner,
      { import_id: preview.import_id },
      by,
    );
    assert.deepEqual([result.imported, result.skipped_reasons.not_valid], [2, 1]);
    assert.deepEqual(await dates(), ['2026-02-27', '2026-03-03']);
  });

  it('portfolio/csv/commit: the right year in a correction is taken, a later one is not', async () => {
    const { imports } = world.core.portfolio;
    const wrong = await stage();
    const still = await imports.commit(
      world.owner,
      { import_id: wrong.import_id, row_overrides: { 2: { date: '2062-02-27' }, 4: { date: '2062-02-26' } } },
      by,
    );
    assert.deepEqual([still.imported, still.skipped_reasons.not_valid], [0, 2]);
    const right = await stage();
    const mended = await imports.commit(
      world.owner,
      { import_id: right.import_id, row_overrides: { 4: { date: '2026-02-26' } } },
      by,
    );
    assert.deepEqual([mended.imported, mended.skipped_reasons.already_recorded], [1, 2]);
    assert.deepEqual(await dates(), ['2026-02-26', '2026-02-27', '2026-03-03']);
  });
});
