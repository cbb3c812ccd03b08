import assert from 'node:assert/strict';
import type { IncomeQuery } from '../../../core/income/index.ts';
import { type TestCore, testCore } from '../../support/core.ts';
import { NseSiteServer } from '../../support/nse-site-server.ts';

const by = { actor: 'test' };
const ALPHA = 'INE001A01010';
const SHARES = `SYMBOL,NAME OF COMPANY, SERIES, DATE OF LISTING, PAID UP VALUE, MARKET LOT, ISIN NUMBER, FACE VALUE
ALPHA,Alpha Steel Limited,EQ,06-OCT-2008,5,1,${ALPHA},5
`;

describe('declared dividends, asked for at the exchange', () => {
  let site: NseSiteServer;
  let world: TestCore;
  beforeEach(async () => {
    site = await new NseSiteServer([
      { symbol: 'ALPHA', isin: ALPHA, subject: 'Dividend - Rs 3 Per Share', ex: '2026-03-20' },
      { symbol: 'OTHER', isin: null, subject: 'Dividend - Rs 9 Per Share', ex: '2026-03-20' },
    ]).start();
    // Monday, 11:30 in India.
    world = await testCore({
      at: '2026-03-02T06:00:00.000Z',
      environment: { NSE_SITE_BASE_URL: site.url },
    });
    await world.core.instruments.importLists([{ name: 'EQUITY_L.csv', bytes: Buffer.from(SHARES) }], {});
    await buy('2026-01-05', 100);
  });
  afterEach(async () => {
    await world.close();
    await site.close();
  });

  const buy = async (date: string, quantity: number) =>
    await world.core.portfolio.transactions.create(
      world.owner,
      {
        portfolio: 'Main',
        symbol: 'ALPHA',
        date,
        type: 'BUY',
        quantity,
        price: 50,
        fee_tax: 0,
        currency: 'INR',
        asset_class: 'Indian Equity',
      },
      by,
    );
  const refresh = async () => await world.core.income.recompute(world.owner, by, { refresh_declared: true });
  const events = async (query: IncomeQuery = {}) =>
    (await world.core.income.events(world.owner, { order: 'asc', ...query })).items;

  it('portfolio/Income, recompute: refresh_declared asks the exchange first, a plain recompute nobody', async () => {
    const plain = await world.core.income.recompute(world.owner, by);
    assert.deepEqual([plain.added, plain.declared, site.requests.length], [0, null, 0]);
    const found = await refresh();
    assert.deepEqual(found.declared, { added: 2, unreadable: 0, withdrawn: 0, reason: null });
    // 100 settled long before the 20th; 100 × 3.
    const [event, none] = await events();
    assert.equal(none, undefined);
    assert.deepEqual(
      [event?.symbol, event?.status, event?.source, event?.confidence, event?.gross_amount, event?.ex_date],
      ['ALPHA', 'DECLARED', 'EXCHANGE', 'ANNOUNCED', 300, '2026-03-20'],
    );
    assert.equal(event?.note, 'Announced at NSE: Dividend - Rs 3 Per Share');
    // The days around today, then 2026, in which the first trade was.
    assert.deepEqual(site.asked, ['2026-01-16 2026-06-30', '2026-01-16 2026-06-30', '2026-01-01 2026-12-31']);
  });

  it('asking again within the hour asks nobody, and later writes nothing', async () => {
    await refresh();
    site.calm();
    world.clock.pass(30);
    const again = await refresh();
    assert.deepEqual([site.requests.length, again.added, again.changed], [0, 0, 0]);
    world.clock.pass(60);
    const later = await refresh();
    assert.equal(site.asked.length, 1);
    assert.deepEqual(later.declared, { added: 0, unreadable: 0, withdrawn: 0, reason: null });
    assert.deepEqual([later.added, later.changed, later.cancelled], [0, 0, 0]);
    assert.ok(!(await world.core.income.behind()).includes(world.owner));
  });

  it('what fails leaves what is known, says why, and is asked for again later', async () => {
    await refresh();
    world.clock.pass(90);
    site.fail({ kind: 'status', status: 503, headers: { 'retry-after': '60' } });
    const failed = await refresh();
    assert.equal(
      failed.declared?.reason,
      'NSE’s list of announcements is not up to date. The source returned an error. Known announcements stay; Munim tries again tomorrow morning.',
    );
    assert.deepEqual([failed.cancelled, (await events()).length], [0, 1]);
    site.calm();
    site.actions.push({
      symbol: 'ALPHA',
      isin: ALPHA,
      subject: 'Special Dividend - Rs 2 Per Share',
      ex: '2026-03-24',
    });
    world.clock.pass(90);
    assert.equal((await refresh()).added, 1);
  });

  it('dividends of months in which Munim was off were not read: the list is read on from the last reading', async () => {
    await refresh();
    site.calm();
    // The list of the whole year cannot be read; Munim is off until Monday 5 October.
    site.fail({ kind: 'body', body: '<html></html>', type: 'text/html' }, { path: /to_date=31-12-2026/ });
    site.actions.push({
      symbol: 'ALPHA',
      isin: ALPHA,
      subject: 'Dividend - Rs 4 Per Share',
      ex: '2026-07-15',
    });
    world.clock.at = new Date('2026-10-05T06:00:00.000Z');
    await refresh();
    // 45 days before 2 March are to 16 January; 90 days from the 17th are to 16 April, the next to 15 July.
    assert.deepEqual(
      site.asked.filter((span) => !span.endsWith('12-31')),
      ['2026-01-17 2026-04-16', '2026-04-17 2026-07-15', '2026-07-16 2027-02-02'],
    );
    assert.deepEqual(
      (await events()).map(({ ex_date, gross_amount }) => [ex_date, gross_amount]),
      [
        ['2026-03-20', 300],
        ['2026-07-15', 400],
      ],
    );
  });

  it('a piece of the missed days that does not come is asked for again, and the days around today come all the same', async () => {
    await refresh();
    site.calm();
    const asked = async (at: string) => {
      site.calm();
      if (at < '2026-10-06')
        site.fail({ kind: 'body', body: '{}', type: 'application/json' }, { path: /from_date=17-04-2026/ });
      world.clock.at = new Date(at);
      const { declared } = await refresh();
      return [declared?.reason === null, ...site.asked.filter((span) => !/-01-01 /.test(span))];
    };
    const middle = '2026-04-17 2026-07-15';
    assert.deepEqual(await asked('2026-10-05T06:00:00.000Z'), [
      false,
      '2026-01-17 2026-04-16',
      middle,
      '2026-07-16 2027-02-02',
    ]);
    assert.deepEqual(await asked('2026-10-05T08:00:00.000Z'), [false, middle, '2026-07-16 2027-02-02']);
    assert.deepEqual(await asked('2026-10-06T06:00:00.000Z'), [true, middle, '2026-07-16 2027-02-03']);
    assert.deepEqual(await asked('2026-10-07T06:00:00.000Z'), [true, '2026-08-23 2027-02-04']);
  });

  it('a dividend that moves to another day is expected once; one that is there again is expected again', async () => {
    await refresh();
    site.actions = site.actions.map((one) => (one.symbol === 'ALPHA' ? { ...one, ex: '2026-03-25' } : one));
    world.clock.pass(61);
    const moved = await refresh();
    assert.deepEqual([moved.added, moved.cancelled, moved.declared?.withdrawn], [1, 1, 1]);
    assert.deepEqual(
      (await events()).map(({ ex_date, status }) => [ex_date, status]),
      [['2026-03-25', 'DECLARED']],
    );
    site.actions = site.actions.map((one) => (one.symbol === 'ALPHA' ? { ...one, ex: '2026-03-20' } : one));
    world.clock.pass(61);
    await refresh();
    assert.deepEqual(
      (await events()).map(({ ex_date, status }) => [ex_date, status]),
      [['2026-03-20', 'DECLARED']],
    );
    // An empty list calls nothing off.
    site.actions = [];
    world.clock.pass(61);
    assert.deepEqual((await refresh()).declared?.withdrawn, 0);
    assert.equal((await events()).length, 1);
  });

  it('a record date that is moved moves the entitlement', async () => {
    // Settled on Tuesday the 24th: too late for the 20th, in time for the 24th.
    const now = world.clock.now();
    world.clock.at = new Date('2026-03-23T06:00:00.000Z');
    await buy('2026-03-23', 50);
    world.clock.at = now;
    await refresh();
    assert.equal((await events())[0]?.entitled_quantity, 100);
    site.actions = site.actions.map((one) => ({ ...one, record: '2026-03-24' }));
    world.clock.pass(61);
    assert.equal((await refresh()).changed, 1);
    assert.equal((await events())[0]?.entitled_quantity, 150);
  });

  it('what nobody can read gives no event and waits for the operator, as from an imported list', async () => {
    site.actions = [{ symbol: 'ALPHA', isin: ALPHA, subject: 'Div and a surprise', ex: '2026-03-20' }];
    const found = await refresh();
    assert.deepEqual([found.added, found.declared?.unreadable], [0, 1]);
    const open = await world.core.history.unreadableActions();
    assert.deepEqual(
      open.items.map(({ symbol, raw, status }) => [symbol, raw, status]),
      [['ALPHA', 'Div and a surprise', 'UNREADABLE']],
    );
  });

  it('a list that repeats itself is kept once', async () => {
    const [first] = site.actions;
    if (first !== undefined) site.actions.push({ ...first });
    assert.equal((await refresh()).declared?.added, 2);
    assert.equal((await events()).length, 1);
  });

  it('switched off it asks nobody, and says which setting it is', async () => {
    const off = await testCore();
    try {
      const { declared } = await off.core.income.recompute(off.owner, by, { refresh_declared: true });
      assert.match(declared?.reason ?? '', /switched off on this server \(NSE_SITE_BASE_URL\)/);
    } finally {
      await off.close();
    }
  });

  it('several at once keep each announcement once', async () => {
    await Promise.all([refresh(), refresh(), refresh()]);
    assert.equal((await events()).length, 1);
  });

  describe('of a holding without transactions', () => {
    const hold = async (symbol: string, quantity: number, asset_class = 'Indian Equity') => {
      const held = await world.core.portfolio.holdings.create(
        world.owner,
        { portfolio: 'Demat', symbol, asset_class, currency: 'INR', quantity, avg_buy_price: 10 },
        by,
      );
      // Postgres has a clock of its own.
      await world.core.database.asSystem('a holding of the day of this test', (trx) =>
        trx('portfolio.holdings').where({ id: held.id }).update({ created_at: world.clock.now() }),
      );
      return held;
    };
    const inDemat = async () => await events({ portfolio: 'Demat' });

    it('the units of the holding count, less certainly and saying so, and stay once the day has come', async () => {
      const { id } = await hold('ALPHA', 40);
      await refresh();
      const [event] = await inDemat();
      // 40 × 3
      assert.deepEqual(
        [event?.status, event?.gross_amount, event?.confidence],
        ['DECLARED', 120, 'INFERRED'],
      );
      assert.equal(
        event?.note,
        'Announced at NSE: Dividend - Rs 3 Per Share. It has no transactions, so this uses the 40 units of the holding.',
      );
      // More of it before the day counts; what changes on the day or later does not.
      const { holdings } = world.core.portfolio;
      await holdings.update(world.owner, id, { quantity: 50 }, by);
      await world.core.income.recompute(world.owner, by);
      assert.equal((await inDemat())[0]?.gross_amount, 150);
      world.clock.at = new Date('2026-03-20T06:00:00.000Z');
      await holdings.update(world.owner, id, { quantity: 5 }, by);
      await world.core.income.recompute(world.owner, by);
      assert.deepEqual(
        (await inDemat()).map(({ status, gross_amount }) => [status, gross_amount]),
        [['ENTITLED', 150]],
      );
    });

    it('of days before it was on record nothing is known', async () => {
      site.actions.push({
        symbol: 'ALPHA',
        isin: ALPHA,
        subject: 'Dividend - Rs 1 Per Share',
        ex: '2026-02-27',
      });
      await hold('ALPHA', 40);
      await refresh();
      assert.deepEqual(
        (await inDemat()).map(({ ex_date }) => ex_date),
        ['2026-03-20'],
      );
    });

    it('as soon as there are transactions, they decide', async () => {
      await hold('ALPHA', 40);
      await refresh();
      await world.core.portfolio.transactions.create(
        world.owner,
        {
          portfolio: 'Demat',
          symbol: 'ALPHA',
          date: '2026-01-05',
          type: 'BUY',
          quantity: 25,
          price: 10,
          fee_tax: 0,
          currency: 'INR',
          asset_class: 'Indian Equity',
        },
        by,
      );
      const found = await world.core.income.recompute(world.owner, by);
      assert.deepEqual([found.added, found.changed], [0, 1]);
      assert.deepEqual(
        (await inDemat()).map(({ gross_amount, confidence }) => [gross_amount, confidence]),
        [[75, 'ANNOUNCED']],
      );
    });

    it('a symbol that the registry does not know is taken for what NSE calls by it', async () => {
      await hold('OTHER', 10);
      await hold('OTHERFUND', 10, 'Unlisted');
      await refresh();
      assert.deepEqual(
        (await inDemat()).map(({ symbol, gross_amount }) => [symbol, gross_amount]),
        [['OTHER', 90]],
      );
    });
  });
});
