import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { held, page, trade } from '../../support/fake-broker.ts';
import { BY, type BrokerWorld, sharedBrokerWorld } from './world.ts';
import { tradebookFile } from '../../support/tradebook-rows.ts';

const OLD = 'TCS,INE467B01029,2025-07-01,NSE,EQ,EQ,buy,false,2,3000,5,1,2025-07-01T10:00:00';
const KNOWN = 'TCS,INE467B01029,2026-02-02,NSE,EQ,EQ,buy,false,8,3200,11,1,2026-02-02T10:00:00';
const OWN = 'ZERODHA - 1100012345';

describe('a tradebook of an account that is connected already', () => {
  let world: BrokerWorld;
  const worldAnew = sharedBrokerWorld({ broker: 'zerodha' });
  beforeEach(async () => {
    world = await worldAnew();
    world.broker.holdings = [held('TCS', '10', { isin: 'INE467B01029' })];
    world.broker.pages = [
      page(trade('NSE:2026-02-02:11', 'TCS', '8', { price: '3200', isin: 'INE467B01029' })),
    ];
    const { id } = await world.create({ broker: 'zerodha', label: 'My Zerodha' });
    await world.sync(id);
  });
  afterEach(() => world.close());

  const stage = async (text: string, portfolio?: string) =>
    await world.core.portfolio.imports.stage(world.owner, Readable.from([Buffer.from(text)]), { portfolio });
  const commit = async (import_id: string, portfolio?: string) =>
    await world.core.portfolio.imports.commit(
      world.owner,
      { import_id, ...(portfolio === undefined ? {} : { portfolio }) },
      BY,
    );
  const rows = async () =>
    (await world.core.portfolio.transactions.list(world.owner, { order: 'asc', page_size: 200 })).items.map(
      ({ portfolio, date, quantity }) => [portfolio, date, quantity],
    );

  it('the preview knows its executions and proposes the connection’s portfolio; what it adds goes there', async () => {
    const preview = await stage(tradebookFile(OLD, KNOWN));
    assert.equal(preview.portfolio, OWN);
    assert.deepEqual(preview.recognised, { portfolio: OWN, executions: 1, holdings: 0 });
    assert.deepEqual(await world.core.portfolio.imports.get(world.owner, preview.import_id), preview);
    const { imported, skipped_reasons } = await commit(preview.import_id);
    assert.deepEqual([imported, skipped_reasons.already_recorded], [1, 1]);
    assert.deepEqual(await rows(), [
      [OWN, '2025-07-01', 2],
      [OWN, '2026-02-02', 8],
    ]);
  });

  it('without an execution in common it is known by what it comes to: a broker may tell today’s trades only', async () => {
    const preview = await stage(tradebookFile(OLD.replace(',2,3000,', ',10,3000,')));
    assert.deepEqual(
      [preview.portfolio, preview.recognised],
      [OWN, { portfolio: OWN, executions: 0, holdings: 1 }],
    );
  });

  it('a portfolio that is named, with the file or at the end, is kept', async () => {
    const named = await stage(tradebookFile(OLD, KNOWN), 'Mine');
    assert.deepEqual([named.portfolio, named.recognised], ['Mine', null]);
    const proposed = await stage(tradebookFile(OLD, KNOWN));
    await commit(proposed.import_id, 'Mine');
    assert.deepEqual(new Set((await rows()).map(([portfolio]) => portfolio)), new Set(['Mine', OWN]));
  });

  it('with nothing in common it goes where it went before, and so does a file that says itself where', async () => {
    const other = await stage(tradebookFile(OLD));
    assert.deepEqual([other.portfolio, other.recognised], ['Zerodha', null]);
    const own = await stage('Portfolio,Symbol,Date,Type,Quantity,Price\nMine,TCS,2026-02-02,BUY,8,3200\n');
    assert.equal(own.recognised, null);
  });

  it('a file without the exchange’s numbers adds nothing that the sync has: the fills of a day are one trade of it', async () => {
    const text = [
      'Symbol,Date,Type,Quantity,Price',
      'TCS,2025-07-01,BUY,2,3000',
      'TCS,2026-02-02,BUY,5,3200',
      'TCS,2026-02-02,BUY,3,3200',
      '',
    ].join('\n');
    const preview = await stage(text);
    // 5 + 3 at 3200 are the fill of 8.
    assert.deepEqual(preview.recognised, { portfolio: OWN, executions: 1, holdings: 0 });
    const { imported, skipped, skipped_reasons } = await commit(preview.import_id);
    assert.deepEqual([imported, skipped, skipped_reasons.already_recorded], [1, 2, 2]);
    assert.deepEqual(await rows(), [
      [OWN, '2025-07-01', 2],
      [OWN, '2026-02-02', 8],
    ]);
  });
});
