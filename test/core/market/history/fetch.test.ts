import assert from 'node:assert/strict';
import { planFetches, type InstrumentHistory } from '../../../../core/market/history/fetch-plan.ts';
import type { HistoryInstrument } from '../../../../core/market/history/index.ts';
import { type TestCore, testCore } from '../../../support/core.ts';
import { NseArchiveServer } from '../../../support/nse-archive-server.ts';
import { YahooServer } from '../../../support/yahoo-server.ts';

const ALPHA = 'INE001A01010';
const row = (close: string) => ({ rows: [{ symbol: 'ALPHA', isin: ALPHA, close }] });

describe('portfolio/Price history: fetched from NSE and, for what it lacks, by instrument', () => {
  let archive: NseArchiveServer;
  let yahoo: YahooServer;
  let world: TestCore;
  let id: string;
  beforeEach(async () => {
    archive = await new NseArchiveServer().start();
    yahoo = await new YahooServer().start();
    // Monday evening in India, after NSE has published.
    world = await testCore({
      at: '2026-03-02T14:00:00.000Z',
      environment: { NSE_ARCHIVE_BASE_URL: archive.url, YAHOO_BASE_URL: yahoo.url },
    });
    const other = await world.core.database.asSystem('another instrument', async (trx) => {
      const [one] = (await trx('market.instruments')
        .insert({ exchange: 'NSE', symbol: 'OTHER', asset_class: 'Indian Equity' })
        .returning('id')) as { id: string }[];
      return one?.id ?? '';
    });
    // All but the last three of the sessions that keeping up looks at are there.
    const before = world.core.calendar.sessionsBetween('NSE', '2026-02-10', '2026-02-25');
    await world.core.history.store(
      before.map((day) => ({ instrument_id: other, day, close: 100 })),
      { source: 'NSE' },
    );
    id = await world.core.database.asSystem('an instrument for a test', async (trx) => {
      const [one] = (await trx('market.instruments')
        .insert({
          exchange: 'NSE',
          symbol: 'ALPHA',
          isin: ALPHA,
          asset_class: 'Indian Equity',
          listed_on: '2026-02-02',
        })
        .returning('id')) as { id: string }[];
      return one?.id ?? '';
    });
  });
  afterEach(async () => {
    await world.close();
    await Promise.all([archive.close(), yahoo.close()]);
  });

  const hold = async (symbol = 'ALPHA', currency = 'INR') => {
    const there = await world.core.portfolio.portfolios.list(world.owner);
    if (!there.some(({ name }) => name === 'Long'))
      await world.core.portfolio.portfolios.create(world.owner, { name: 'Long' }, { actor: 'test' });
    await world.core.portfolio.holdings.create(
      world.owner,
      {
        portfolio: 'Long',
        symbol,
        asset_class: currency === 'INR' ? 'Indian Equity' : 'US Equity',
        currency,
        quantity: 5,
        avg_buy_price: 100,
      },
      { actor: 'test' },
    );
  };
  const stored = async () => {
    const { days, closes } = await world.core.history.closes({ instrumentId: id, adjusted: false });
    return days.map((day, at) => `${day} ${closes[at]}`);
  };

  it('a session is fetched once and a second time changes nothing; a holiday asks nobody', async () => {
    archive.sessions.set('2026-03-02', row('101.5'));
    const first = await world.core.history.fetchDay('2026-03-02');
    assert.deepEqual([first.failure, first.ingested?.added], [null, 1]);
    assert.equal((await world.core.history.fetchDay('2026-03-02')).ingested?.added, 0);
    assert.deepEqual(await stored(), ['2026-03-02 101.5']);
    // What was traded on the day comes with it: ₹11,43,416.90, in whole rupees.
    const traded = async () =>
      (
        await world.core.database.systemPool.query<{ turnover: number | null }>(
          'select turnover from portfolio.price_history where instrument_id = $1 order by day',
          [id],
        )
      ).rows.map(({ turnover }) => turnover);
    assert.deepEqual(await traded(), [1_143_417]);
    // A day whose close came from elsewhere first gets it too.
    const others = ['2026-02-26', '2026-02-27'].map((day) => ({ instrument_id: id, day, close: '101.5' }));
    await world.core.history.store(others, { source: 'YAHOO' });
    archive.sessions.set('2026-02-27', row('101.5'));
    await world.core.history.fetchDay('2026-02-27');
    assert.deepEqual(await traded(), [null, 1_143_417, 1_143_417]);
    archive.calm();
    assert.equal((await world.core.history.fetchDay('2026-03-01')).failure, 'NO_SESSION');
    assert.equal(archive.requests.length, 0);
  });

  it('keeping up brings the sessions that were missed, and leaves the stored ones alone', async () => {
    for (const [day, close] of [
      ['2026-02-26', '100'],
      ['2026-02-27', '101'],
      ['2026-03-02', '102'],
    ] as const)
      archive.sessions.set(day, row(close));
    await world.core.history.fetchDay('2026-02-27');
    archive.calm();
    const update = await world.core.backfill.keepUp();
    assert.equal(update.added, 2);
    assert.deepEqual(await stored(), ['2026-02-26 100', '2026-02-27 101', '2026-03-02 102']);
    assert.ok(archive.requests.every(({ path }) => !/20260227|27022026/.test(path)));
    assert.deepEqual(
      update.sessions.map(({ day, failure }) => [day, failure]),
      [
        ['2026-02-26', null],
        ['2026-03-02', null],
      ],
    );
  });

  it('a fault of the archive leaves what is stored, and the next run makes up for it', async () => {
    archive.sessions.set('2026-03-02', row('102'));
    archive.fail({ kind: 'status', status: 500 });
    const failed = await world.core.backfill.keepUp();
    // One answer is enough to know that the archive is down.
    assert.deepEqual(
      failed.sessions.map(({ day, failure }) => [day, failure]),
      [['2026-02-26', 'PROVIDER_ERROR']],
    );
    assert.deepEqual(await stored(), []);
    archive.calm();
    await world.core.backfill.keepUp();
    assert.deepEqual(await stored(), ['2026-03-02 102']);
  });

  it('held shares get the days that the exchange’s files did not give, back to their listing, as traded', async () => {
    await hold();
    archive.sessions.set('2026-03-02', row('51'));
    yahoo.listings.set('ALPHA.NS', {
      // Adjusted for the split of Monday, as Yahoo has it.
      series: { '2026-02-05': 49, '2026-02-06': 49.5, '2026-02-27': 50, '2026-03-02': 51 },
      splits: { '2026-03-02': [2, 1] },
    });
    const update = await world.core.backfill.keepUp();
    assert.deepEqual([update.asked, update.failed], [1, 0]);
    assert.deepEqual(await stored(), ['2026-02-05 98', '2026-02-06 99', '2026-02-27 100', '2026-03-02 51']);
    const { closes } = await world.core.history.closes({ instrumentId: id });
    assert.deepEqual([...closes], [49, 49.5, 50, 51]);
    // Nothing is asked again for what is there; once more for the holes, and not every day for what Yahoo does not have.
    const rest = await world.core.backfill.keepUp();
    assert.deepEqual([rest.asked, rest.failed], [1, 0], 'no close in between fails nothing');
    yahoo.calm();
    await world.core.backfill.keepUp();
    assert.deepEqual(yahoo.asked, []);
  });

  it('outside/Exchange prices: phantom days and prices that cannot be do not get in, and are listed', async () => {
    await hold();
    yahoo.listings.set('ALPHA.NS', {
      // A Saturday, a slip of the decimal point, and a price below zero.
      series: {
        '2026-02-24': 100,
        '2026-02-25': 10_000,
        '2026-02-26': 101,
        '2026-02-27': -1,
        '2026-02-28': 101,
        '2026-03-02': 102,
      },
    });
    await world.core.backfill.keepUp();
    assert.deepEqual(await stored(), ['2026-02-24 100', '2026-02-26 101', '2026-03-02 102']);
    const { items } = await world.core.history.findings({ severity: 'ERROR' });
    assert.deepEqual(items.map(({ kind, day, source }) => `${day} ${kind} ${source}`).toSorted(), [
      '2026-02-25 HUNDREDFOLD YAHOO',
      '2026-02-27 NOT_POSITIVE YAHOO',
      '2026-02-28 PHANTOM_DAY YAHOO',
    ]);
  });

  it('a provider that is down is asked again by the next run; one that knows nothing is not', async () => {
    // Sessions of a month later would be asked for one by one.
    archive.fail({ kind: 'status', status: 503, headers: { 'retry-after': '3600' } });
    await hold();
    yahoo.fail({ kind: 'status', status: 500 });
    assert.deepEqual(await world.core.backfill.keepUp().then(({ asked, failed }) => [asked, failed]), [1, 1]);
    yahoo.calm();
    assert.equal((await world.core.backfill.keepUp()).asked, 1);
    // ALPHA.NS and ALPHA.BO are not known: nothing to be had for a month.
    assert.equal((await world.core.backfill.keepUp()).asked, 0);
    world.clock.pass(31 * 24 * 60);
    assert.equal((await world.core.backfill.keepUp()).asked, 1);
  });

  it('weeks in which nothing ran are filled in from both ends: the exchange’s own closes and, before them, the provider’s', async () => {
    await hold();
    await world.core.history.store(
      ['2026-02-02', '2026-02-03', '2026-02-04', '2026-02-05', '2026-02-06', '2026-02-09'].map((day) => ({
        instrument_id: id,
        day,
        close: 100,
      })),
      { source: 'FILE' },
    );
    for (const day of ['2026-02-26', '2026-02-27', '2026-03-02']) archive.sessions.set(day, row('102'));
    const missing = world.core.calendar.sessionsBetween('NSE', '2026-02-10', '2026-02-25');
    yahoo.listings.set('ALPHA.NS', {
      series: {
        '2026-02-06': 99,
        ...Object.fromEntries(missing.map((day) => [day, 101])),
        '2026-03-02': 103,
      },
    });
    const update = await world.core.backfill.keepUp();
    assert.deepEqual([update.asked, update.added], [1, 3 + missing.length]);
    const days = await stored();
    assert.equal(days.length, 6 + missing.length + 3);
    // Only the holes were wanted: what is stored is not contradicted.
    assert.equal((await world.core.history.findings()).total, 0);
    yahoo.calm();
    assert.equal((await world.core.backfill.keepUp()).asked, 0);
  });

  it('a split of today, which the exchange’s closes do not tell of, is asked for until somebody knows it', async () => {
    await hold();
    const days = world.core.calendar.sessionsBetween('NSE', '2026-02-02', '2026-02-27');
    await world.core.history.store(
      days.map((day) => ({ instrument_id: id, day, close: 1000 })),
      { source: 'NSE' },
    );
    archive.sessions.set('2026-03-02', row('101'));
    yahoo.listings.set('ALPHA.NS', { series: { '2026-03-02': 101 } });
    await world.core.backfill.keepUp();
    assert.equal((await world.core.history.findings({ kind: 'UNEXPLAINED_MOVE' })).total, 1);
    // Yahoo learns of it overnight. Tuesday is a holiday.
    yahoo.listings.set('ALPHA.NS', { series: { '2026-03-02': 101 }, splits: { '2026-03-02': [10, 1] } });
    world.clock.pass(24 * 60);
    await world.core.backfill.keepUp();
    const { closes } = await world.core.history.closes({ instrumentId: id });
    assert.deepEqual(closes.slice(-2), Float64Array.of(100, 101));
    assert.equal((await world.core.history.findings()).total, 0);
  });

  it('an American share that somebody holds is entered where Yahoo says that it is listed, on its own calendar', async () => {
    await hold('BRK.B', 'USD');
    await hold('GHOST', 'USD');
    // 16 February is Presidents' Day; the session of Monday is still on at 14:00 UTC.
    yahoo.listings.set('BRK-B', {
      currency: 'USD',
      zone: 'America/New_York',
      exchange: 'NYQ',
      series: { '2026-02-13': 480.5, '2026-02-16': 480, '2026-02-17': 481, '2026-03-02': 490 },
    });
    await world.core.backfill.keepUp();
    const found = await world.core.instruments.resolve({ symbol: 'BRK.B' });
    assert.deepEqual(found.outcome === 'FOUND' && [found.instrument.exchange, found.instrument.asset_class], [
      'NYSE',
      'US Equity',
    ]);
    id = found.outcome === 'FOUND' ? found.instrument.id : '';
    assert.deepEqual(await stored(), ['2026-02-13 480.5', '2026-02-17 481']);
    assert.equal((await world.core.instruments.resolve({ symbol: 'GHOST' })).outcome, 'UNKNOWN');
    // From now on it goes by its id, and is asked for what is new alone.
    yahoo.calm();
    world.clock.pass(24 * 60);
    await world.core.backfill.keepUp();
    assert.deepEqual(yahoo.asked.toSorted(), ['BRK-B', 'GHOST']);
    assert.deepEqual((await stored()).at(-1), '2026-03-02 490');
  });

  it('switched off, nobody is asked', async () => {
    await world.close();
    world = await testCore({ at: '2026-03-02T14:00:00.000Z' });
    assert.deepEqual(await world.core.backfill.keepUp(), { sessions: [], asked: 0, failed: 0, added: 0 });
    assert.equal((await world.core.history.fetchDay('2026-03-02')).failure, 'SWITCHED_OFF');
  });
});

describe('portfolio/Price history: what is asked for', () => {
  const instrument: HistoryInstrument = {
    instrument_id: '1',
    exchange: 'NSE',
    symbol: 'ALPHA',
    isin: null,
    currency: 'INR',
    asset_class: 'Indian Equity',
  };
  const plan = (held: Partial<InstrumentHistory>) =>
    planFetches([{ instrument, listed_on: null, until: null, stored: null, holes: [], asked: [], ...held }], {
      earliest: '2016-03-02',
      now: new Date('2026-03-02T14:00:00Z'),
      lastSession: () => '2026-03-02',
    }).map(({ from, to, rememberAs, only }) => {
      const kind = rememberAs === null ? '' : only === null ? ' older' : ' holes';
      return `${from}..${to}${kind}`;
    });
  const asked = (from_day: string, on: string) => [{ from_day, asked_at: new Date(on) }];

  it('ten years for one without any, from its listing if that is later, and nothing for one of tomorrow', () => {
    assert.deepEqual(plan({}), ['2016-03-02..2026-03-02 older']);
    assert.deepEqual(plan({ listed_on: '2024-01-24' }), ['2024-01-24..2026-03-02 older']);
    assert.deepEqual(plan({ listed_on: '2026-03-05' }), []);
  });

  it('what lies before and after the stored days, and nothing where they reach', () => {
    const stored = { first: '2020-01-01', last: '2026-02-27' };
    assert.deepEqual(plan({ stored }), ['2016-03-02..2019-12-31 older', '2026-02-28..2026-03-02']);
    assert.deepEqual(plan({ stored, listed_on: '2019-12-24' }), ['2026-02-28..2026-03-02']);
    assert.deepEqual(plan({ stored: { first: '2016-03-03', last: '2026-03-02' } }), []);
  });

  it('of a fund the last month comes once more with what is new, since values are corrected; after its last day nothing', () => {
    const of = { ...instrument, exchange: null, external_id: 'amfi:1', asset_class: 'Mutual Fund' };
    const stored = { first: '2020-01-01', last: '2026-02-27' };
    const listed_on = '2020-01-01';
    assert.deepEqual(plan({ instrument: of, listed_on, stored }), ['2026-01-29..2026-03-02']);
    assert.deepEqual(plan({ instrument: of, listed_on, stored, until: '2026-02-27' }), []);
  });

  it('holes are asked for together, and again when there is a newer one or after a month', () => {
    const stored = { first: '2016-03-03', last: '2026-03-02' };
    const holes = [
      { from: '2020-11-14', to: '2020-11-14' },
      { from: '2026-01-05', to: '2026-02-13' },
    ];
    assert.deepEqual(plan({ stored, holes }), ['2020-11-14..2026-02-13 holes']);
    assert.deepEqual(plan({ stored, holes, asked: asked('2026-01-05', '2026-02-20') }), []);
    assert.deepEqual(plan({ stored, holes, asked: asked('2026-01-05', '2026-01-20') }).length, 1);
    assert.deepEqual(plan({ stored, holes, asked: asked('2020-11-14', '2026-02-20') }).length, 1);
  });

  it('a hole of this week is asked for every day', () => {
    const stored = { first: '2016-03-03', last: '2026-03-02' };
    const holes = [{ from: '2026-02-27', to: '2026-02-27' }];
    assert.deepEqual(plan({ stored, holes, asked: asked('2026-02-27', '2026-03-02T10:00:00Z') }), []);
    assert.equal(plan({ stored, holes, asked: asked('2026-02-27', '2026-03-01T14:00:00Z') }).length, 1);
  });

  it('older days that were asked for of late are not asked for again; a longer history is', () => {
    const stored = { first: '2020-01-01', last: '2026-03-02' };
    assert.deepEqual(plan({ stored, asked: asked('2016-03-02', '2026-02-20') }), []);
    assert.deepEqual(plan({ stored, asked: asked('2016-03-02', '2026-01-20') }).length, 1);
    assert.deepEqual(plan({ stored, asked: asked('2018-03-02', '2026-02-20') }).length, 1);
  });
});
