import assert from 'node:assert/strict';
import { fillSnapshotGaps } from '../../../../jobs/snapshot-gaps.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { sessionCloses } from '../../../support/session-closes.ts';

const by = { actor: 'test' };
/** Monday to Friday. */
const SESSIONS = ['2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08', '2026-01-09'];
const CLOSES = [100, 101, 104, 99, 105];

describe('days on which no snapshot was taken', () => {
  let world: TestCore;
  const anew = sharedCore({ at: '2026-01-05T12:00:00.000Z' });
  const close = (_: string, session: number) => CLOSES[session] ?? 0;
  const { closes, snapshot } = sessionCloses(() => world, ['ALPHA'], SESSIONS);
  const run = { signal: new AbortController().signal };

  /** Ten shares at 90, a dividend of 20 on the second day, and an empty portfolio. The server is off from Wednesday to Thursday. */
  beforeEach(async () => {
    world = await anew();
    await closes(close);
    const { transactions, portfolios } = world.core.portfolio;
    await portfolios.create(world.owner, { name: 'Empty' }, by);
    const of = {
      portfolio: 'P',
      symbol: 'ALPHA',
      asset_class: 'Indian Equity',
      currency: 'INR',
      quantity: 10,
    };
    await transactions.create(world.owner, { ...of, date: SESSIONS[0] ?? '', type: 'BUY', price: 90 }, by);
    await transactions.create(
      world.owner,
      { ...of, date: SESSIONS[1] ?? '', type: 'DIVIDEND', price: 2 },
      by,
    );
    for (const session of [0, 1, 4]) await snapshot(session, close);
  });

  /** The closes of a day were requested on the evening of that day. */
  const closesAskedOn = async (day: string) =>
    await world.core.database.asSystem('a run', async (trx) => {
      const at = new Date(`${day}T14:00:00.000Z`);
      const job = 'daily_price_history';
      await trx('jobs.watched').insert({ job, since: at, considered_until: at }).onConflict('job').ignore();
      await trx('jobs.runs').insert({ job, due_at: at, state: 'DONE', next_attempt_at: at });
    });
  const series = async (portfolio?: string) =>
    (await world.core.portfolio.snapshots.list(world.owner, { portfolio })).items.map(
      ({ recorded_at, source, current_value }) => `${recorded_at} ${source} ${current_value}`,
    );

  it('portfolio/Resources, snapshot: they are filled as their last hour, from closes and marked; measured hours do not change', async () => {
    assert.equal(await fillSnapshotGaps(world.core, run), 'no closes are stored yet');
    await closesAskedOn('2026-01-09');
    // Two days of both portfolios and of Networth.
    assert.equal(await fillSnapshotGaps(world.core, run), '6 filled from closes');
    for (const portfolio of ['P', undefined])
      assert.deepEqual(await series(portfolio), [
        '2026-01-05T12:30:00.000Z MEASURED 1000',
        '2026-01-06T12:30:00.000Z MEASURED 1010',
        '2026-01-07T17:30:00.000Z FROM_CLOSES 1040',
        '2026-01-08T17:30:00.000Z FROM_CLOSES 990',
        '2026-01-09T12:30:00.000Z MEASURED 1050',
      ]);
    assert.deepEqual((await series('Empty')).slice(2, 4), [
      '2026-01-07T17:30:00.000Z FROM_CLOSES 0',
      '2026-01-08T17:30:00.000Z FROM_CLOSES 0',
    ]);
    const { items } = await world.core.portfolio.snapshots.list(world.owner, {
      to: '2026-01-08T18:00:00.000Z',
    });
    // 990 less 900 paid; a filled day has no yearly return.
    assert.deepEqual(items.at(-1), {
      portfolio: 'Networth',
      recorded_at: '2026-01-08T17:30:00.000Z',
      source: 'FROM_CLOSES',
      current_value: 990,
      total_invested: 900,
      total_profit: 90,
      total_profit_pct: 10,
      total_dividends: 20,
      xirr: null,
      holdings_count: 1,
      state: 'AVAILABLE',
    });
    assert.equal(await fillSnapshotGaps(world.core, run), '0 filled from closes');
  });

  it('portfolio/Resources, snapshot: a day is filled once closes of a later day were requested', async () => {
    await closesAskedOn('2026-01-08');
    assert.equal(await fillSnapshotGaps(world.core, run), '3 filled from closes');
    assert.equal((await series()).filter((one) => one.includes('FROM_CLOSES')).length, 1);
  });

  it('portfolio/Resources, snapshot: a day stays empty where a holding of the snapshot before was removed since', async () => {
    const { holdings } = world.core.portfolio;
    await world.core.portfolio.portfolios.create(world.owner, { name: 'By hand' }, by);
    const { id } = await holdings.create(
      world.owner,
      {
        portfolio: 'By hand',
        symbol: 'ALPHA',
        asset_class: 'Indian Equity',
        currency: 'INR',
        quantity: 5,
        avg_buy_price: 90,
      },
      by,
    );
    const days = ['2026-01-12', '2026-01-13', '2026-01-14'];
    for (const day of [days[0], days[2]]) {
      world.clock.at = new Date(`${day}T12:30:00.000Z`);
      await world.core.portfolio.snapshots.take(world.owner);
    }
    await holdings.remove(world.owner, id, by);
    await closesAskedOn('2026-01-14');
    await fillSnapshotGaps(world.core, run);
    // The value of Tuesday is unknown: not nothing, and in Networth not that of the rest.
    for (const portfolio of ['By hand', undefined])
      assert.deepEqual(
        (await series(portfolio)).filter((one) => one.startsWith('2026-01-13')),
        [],
      );
  });

  it('portfolio/Resources, snapshot: days after a snapshot that kept no units stay empty', async () => {
    await world.core.database.asSystem('snapshots of an older release', (trx) =>
      trx('portfolio.snapshots').where('hour', '<', '2026-01-07').update({ units: null }),
    );
    await closesAskedOn('2026-01-09');
    assert.equal(await fillSnapshotGaps(world.core, run), '0 filled from closes');
  });

  it('portfolio/Report rules 6: a filled day is no record of units or of a value', async () => {
    const before = await world.core.portfolio.recordedDays.read(world.owner);
    await closesAskedOn('2026-01-09');
    await fillSnapshotGaps(world.core, run);
    assert.deepEqual(await world.core.portfolio.recordedDays.read(world.owner), before);
    const { xirr_pct, reasons } = await world.core.reports.performance.read(world.owner, {
      to: '2026-01-08',
    });
    assert.equal(xirr_pct, null);
    assert.match(reasons.xirr_pct ?? '', /No snapshot was taken on that day\. Its value is from closes\./);
  });
});
