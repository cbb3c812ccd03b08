import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { importPriceFiles } from '../../../../core/market/index.ts';
import { closePricingLines } from '../../../../core/portfolio/index.ts';
import { bhavcopy } from '../../../support/bhavcopy.ts';
import { type TestCore, testCore } from '../../../support/core.ts';
import { YahooServer } from '../../../support/yahoo-server.ts';
import { tradebookFile } from '../../../support/tradebook-rows.ts';

const by = { actor: 'test' };
const ALPHA = 'INE001A01010';

describe('portfolio/States and transitions: the newest close on record is a valid prior observation', () => {
  let world: TestCore;
  let dir: string;
  before(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'munim-closes-'));
  });
  after(() => rm(dir, { recursive: true, force: true }));
  beforeEach(async () => {
    // Sunday, 1 March 2026; the last session was Friday the 27th.
    world = await testCore({ at: '2026-03-01T06:00:00.000Z' });
  });
  afterEach(() => world.close());

  /** Closes as NSE published them, taken in by the use-case of the command. */
  const importCloses = async (closes: Record<string, string>, symbol = 'ALPHA', isin = ALPHA) => {
    const paths: string[] = [];
    for (const [day, close] of Object.entries(closes)) {
      const { name, text } = bhavcopy(day, [{ symbol, isin, close }], { debt: 0 });
      await writeFile(path.join(dir, name), text);
      paths.push(path.join(dir, name));
    }
    const said: string[] = [];
    await importPriceFiles(world.core.history, { paths, options: { register: true } }, (line) =>
      said.push(line),
    );
    await Promise.all(paths.map((one) => rm(one)));
    return said;
  };
  const priceEverybody = () => world.core.closes.priceEverybody();
  const hold = async (over: Record<string, unknown> = {}) =>
    await world.core.portfolio.holdings.create(
      world.owner,
      {
        portfolio: 'Long',
        symbol: 'ALPHA',
        isin: ALPHA,
        asset_class: 'Indian Equity',
        currency: 'INR',
        quantity: 10,
        avg_buy_price: 80,
        ...over,
      },
      by,
    );
  const known = async () => {
    const [one] = await world.core.portfolio.holdings.all(world.owner);
    if (one === undefined) throw new Error('nothing is held');
    const { current_price, previous_close, price_as_of, price_source, priced_at, price_state } = one;
    return [current_price, previous_close, price_as_of, price_source, priced_at, price_state];
  };
  const FRIDAY = [101.5, 100, '2026-02-27', 'NSE', '2026-02-27T10:00:00.000Z', 'FRESH'];
  const action = async (over: Record<string, unknown>) =>
    await world.core.database.asSystem('an announcement for a test', async (trx) => {
      const one = (await trx('market.instruments').where({ symbol: 'ALPHA' }).first('id')) as { id: string };
      await trx('market.corporate_actions').insert({
        exchange: 'NSE',
        symbol: 'ALPHA',
        instrument_id: one.id,
        raw: 'announced',
        source: 'NSE',
        status: 'READ',
        ...over,
      });
    });
  const SPLIT = { kind: 'SPLIT', new_shares: 5, old_shares: 1 };

  it('what is held when closes are imported is priced by them: price, close before, day and source', async () => {
    await hold();
    const { total: before } = await world.core.portfolio.dashboard.read(world.owner);
    assert.deepEqual([before.state, before.current_value], ['UNAVAILABLE', null]);
    await importCloses({ '2026-02-26': '100', '2026-02-27': '101.5' });
    const round = await priceEverybody();
    assert.deepEqual(round, { priced: 1, refused: [], failed: 0 });
    assert.deepEqual(closePricingLines(round), ['Holdings priced from these closes: 1.']);
    assert.deepEqual(await known(), FRIDAY);
    const view = await world.core.portfolio.dashboard.read(world.owner);
    assert.deepEqual(
      [view.total.state, view.total.current_value, view.total.day_change, view.total.day_change_label],
      ['AVAILABLE', 1015, 15, 'Fri 27 Feb'],
    );
    assert.deepEqual(
      [view.freshness.stale_holdings, view.freshness.unavailable_holdings, view.freshness.oldest_priced_at],
      [0, 0, '2026-02-27T10:00:00.000Z'],
    );
    assert.ok(!view.warnings.some(({ code }) => code === 'VALUATION_STALE'));
  });

  it('a close is fresh until the next session begins', async () => {
    world.clock.at = new Date('2026-03-02T10:20:00.000Z');
    await hold();
    await importCloses({ '2026-03-02': '103' });
    await priceEverybody();
    assert.deepEqual((await known()).slice(-2), ['2026-03-02T10:00:00.000Z', 'FRESH']);
    world.clock.at = new Date('2026-03-04T03:44:00.000Z');
    assert.equal((await known()).at(-1), 'FRESH');
    world.clock.pass(1);
    assert.equal((await known()).at(-1), 'STALE');
  });

  it('a repeat changes nothing, and nobody else’s holdings; a corrected close is taken', async () => {
    await hold();
    await importCloses({ '2026-02-26': '100', '2026-02-27': '99' });
    await priceEverybody();
    const revision = await world.core.database.revision(world.owner, ['prices']);
    assert.deepEqual(await priceEverybody(), { priced: 0, refused: [], failed: 0 });
    assert.equal(await world.core.database.revision(world.owner, ['prices']), revision);
    assert.equal(await world.core.database.revision(world.stranger, ['prices']), '0');
    const id = (await world.core.instruments.search('ALPHA'))[0]?.id ?? '';
    await world.core.history.store([{ instrument_id: id, day: '2026-02-27', close: 101.5 }], {
      source: 'NSE',
      replace: true,
    });
    assert.equal((await priceEverybody()).priced, 1);
    assert.deepEqual(await known(), FRIDAY);
  });

  it('a tradebook that is imported after the closes is priced at once, like a transaction or a holding by hand', async () => {
    await importCloses({ '2026-02-26': '100', '2026-02-27': '101.5' });
    const file = tradebookFile(
      `ALPHA,${ALPHA},2025-06-02,NSE,EQ,EQ,buy,false,10.000000,80.000000,1001,9001,2025-06-02T10:00:00`,
    );
    const { imports } = world.core.portfolio;
    const { import_id } = await imports.stage(world.owner, Readable.from([Buffer.from(file)]), {
      portfolio: 'Long',
    });
    await imports.commit(world.owner, { import_id, portfolio: 'Long' }, by);
    assert.deepEqual(await known(), FRIDAY);
    const { total } = await world.core.portfolio.dashboard.read(world.owner);
    assert.deepEqual([total.state, total.current_value], ['AVAILABLE', 1015]);
  });

  it('a holding entered by hand answers with the last close; a transaction prices its holding', async () => {
    await importCloses({ '2026-02-26': '100', '2026-02-27': '101.5' });
    const made = await hold();
    assert.deepEqual([made.current_price, made.price_as_of, made.market_value], [101.5, '2026-02-27', 1015]);
    await world.core.portfolio.holdings.remove(world.owner, made.id, by);
    await world.core.portfolio.transactions.create(
      world.owner,
      {
        portfolio: 'Other',
        symbol: 'ALPHA',
        type: 'BUY',
        date: '2025-06-02',
        quantity: 1,
        price: 80,
        currency: 'INR',
      },
      by,
    );
    assert.deepEqual(await known(), FRIDAY);
  });

  it('a later price by hand stays, an older one gives way, and so does one of an earlier session', async () => {
    await hold({ current_price: 110 });
    await importCloses({ '2026-02-26': '100', '2026-02-27': '101.5' });
    assert.equal((await priceEverybody()).priced, 0);
    assert.deepEqual((await known()).slice(0, 4), [110, null, null, 'MANUAL']);
    // On Monday evening there is a close of after it.
    world.clock.at = new Date('2026-03-02T12:00:00.000Z');
    await importCloses({ '2026-03-02': '103' });
    assert.equal((await priceEverybody()).priced, 1);
    assert.deepEqual((await known()).slice(0, 4), [103, 101.5, '2026-03-02', 'NSE']);
  });

  it('the close before is that of the session before, or none', async () => {
    await hold();
    await importCloses({ '2026-02-25': '100', '2026-02-27': '101.5' });
    await priceEverybody();
    assert.deepEqual((await known()).slice(0, 3), [101.5, null, '2026-02-27']);
    const { warnings, total } = await world.core.portfolio.dashboard.read(world.owner);
    assert.equal(total.day_change, null);
    assert.ok(warnings.some(({ code }) => code === 'PREVIOUS_CLOSE_MISSING'));
  });

  it('a split between the close and today is put in; one that lies ahead is not', async () => {
    await hold();
    await importCloses({ '2026-02-19': '490', '2026-02-20': '500' });
    await action({ ...SPLIT, ex_date: '2026-02-24' });
    await action({ ...SPLIT, ex_date: '2026-03-10', raw: 'ahead' });
    await priceEverybody();
    assert.deepEqual((await known()).slice(0, 3), [100, 98, '2026-02-20']);
  });

  it('a split on the day of the close makes the one before comparable', async () => {
    await hold();
    await importCloses({ '2026-02-26': '500' });
    await action({ ...SPLIT, ex_date: '2026-02-27' });
    await importCloses({ '2026-02-27': '101.5' });
    await priceEverybody();
    assert.deepEqual((await known()).slice(0, 2), [101.5, 100]);
  });

  for (const [what, over] of [
    ['a demerger', { kind: 'DEMERGER' }],
    ['an announcement that nobody could read', { kind: 'UNKNOWN', status: 'UNREADABLE' }],
  ] as const)
    it(`${what} since the close leaves the holding without a price, with the reason`, async () => {
      await hold();
      await importCloses({ '2026-02-19': '490', '2026-02-20': '500' });
      await action({ ...over, ex_date: '2026-02-24' });
      const round = await priceEverybody();
      assert.deepEqual(round, {
        priced: 0,
        refused: [{ symbol: 'ALPHA', as_of: '2026-02-20' }],
        failed: 0,
      });
      assert.match(closePricingLines(round).join('\n'), /not used, .*: ALPHA \(20 Feb 2026\)\.$/);
      assert.deepEqual((await known())[0], null);
      const [price] = await world.core.portfolio.quality.prices(world.owner);
      assert.deepEqual(
        [price?.state, price?.last_attempt?.status, price?.last_attempt?.reason],
        ['UNAVAILABLE', 'FAILED', 'ACTION_SINCE_CLOSE'],
      );
      const { outcomes } = await world.core.prices.refresh(world.owner);
      assert.deepEqual(
        outcomes.map(({ status, reason, price: now, tried }) => [
          status,
          reason,
          now,
          tried.map(({ source, reason: why }) => `${source} ${why}`),
        ]),
        [['SKIPPED', 'NO_PROVIDER', null, ['NSE ACTION_SINCE_CLOSE']]],
      );
      // A close of after it counts again.
      await importCloses({ '2026-02-27': '320' });
      assert.equal((await priceEverybody()).priced, 1);
    });

  it('a symbol of several companies, one in another currency, money and what is unlisted take no close', async () => {
    await importCloses({ '2026-02-27': '101.5' });
    await hold({ isin: 'INE009A01021' });
    await hold({ portfolio: 'Abroad', currency: 'USD', asset_class: 'US Equity', isin: null });
    await hold({ portfolio: 'Private', asset_class: 'Unlisted' });
    await hold({ portfolio: 'Funds', asset_class: 'Mutual Fund' });
    assert.equal((await priceEverybody()).priced, 0);
    const all = await world.core.portfolio.holdings.all(world.owner);
    assert.deepEqual(
      all.map(({ current_price }) => current_price),
      [null, null, null, null],
    );
  });

  it('one person’s failure keeps the prices from nobody else', async () => {
    await hold();
    await importCloses({ '2026-02-27': '101.5' });
    await world.core.database.asSystem('a trap for a test', async (trx) => {
      await trx.raw(`create function portfolio.trap() returns trigger language plpgsql as $$
        begin raise exception 'no room'; end $$`);
      await trx.raw(`create trigger trap before update on portfolio.holdings for each row
        when (old.owner_user_id = ${Number(world.owner)}) execute function portfolio.trap()`);
    });
    await world.core.portfolio.holdings.create(
      world.stranger,
      {
        portfolio: 'Mine',
        symbol: 'ALPHA',
        asset_class: 'Indian Equity',
        currency: 'INR',
        quantity: 1,
        avg_buy_price: 1,
        current_price: 1,
      },
      by,
    );
    world.clock.at = new Date('2026-03-02T12:00:00.000Z');
    await importCloses({ '2026-03-02': '103' });
    const round = await priceEverybody();
    assert.deepEqual(round, { priced: 1, refused: [], failed: 1 });
    assert.match(closePricingLines(round).at(-1) ?? '', /^The holdings of 1 user could not be priced/);
  });

  it('a refresh without network takes the close, says who failed, and gives way to the first quote that comes', async () => {
    const yahoo = await new YahooServer().start();
    try {
      await world.close();
      world = await testCore({
        at: '2026-03-01T06:00:00.000Z',
        environment: { YAHOO_BASE_URL: yahoo.url },
      });
      await importCloses({ '2026-02-26': '100', '2026-02-27': '101.5' });
      await hold({ current_price: 90 });
      // Known since before the close: what it knows is old.
      await world.core.database.asSystem('an older price for a test', async (trx) => {
        await trx('portfolio.holdings').update({ priced_at: '2026-02-20T06:00:00.000Z' });
      });
      yahoo.fail({ kind: 'drop' });
      const [failed] = (await world.core.prices.refresh(world.owner)).outcomes;
      assert.deepEqual(
        [failed?.status, failed?.reason, failed?.price, failed?.previous_close, failed?.source],
        ['FAILED', 'PROVIDER_UNREACHABLE', 101.5, 100, 'NSE'],
      );
      assert.deepEqual(await known(), FRIDAY);
      const [price] = await world.core.portfolio.quality.prices(world.owner);
      assert.deepEqual(
        [price?.state, price?.last_attempt?.reason, price?.last_attempt?.failing_since],
        ['FRESH', 'PROVIDER_UNREACHABLE', '2026-03-01T06:00:00.000Z'],
      );
      yahoo.calm();
      // Friday's last price, read on Monday before the opening.
      world.clock.at = new Date('2026-03-02T03:00:00.000Z');
      yahoo.listings.set('ALPHA.NS', { price: 101.4, currency: 'INR', day: '2026-02-27' });
      const [came] = (await world.core.prices.refresh(world.owner)).outcomes;
      assert.deepEqual([came?.status, came?.price, came?.source], ['UPDATED', 101.4, 'YAHOO']);
      // What was seen after the session had ended is not older than its close.
      assert.equal((await priceEverybody()).priced, 0);
    } finally {
      await yahoo.close();
    }
  });
});
