import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { createCalendar } from '../../core/market/calendar/index.ts';
import { bhavcopy } from '../support/bhavcopy.ts';
import { eventually } from '../support/chat-driver.ts';
import { testCore, type TestCore } from '../support/core.ts';
import { MunimFamily } from '../support/munim-process.ts';
import { sampled } from '../support/soak.ts';

/** A file of so many columns and calendar days. */
const WIDE = sampled({ shares: 50, days: 84 }, { shares: 100, days: 420 });

describe('contract/Command line: npm run import-prices', function () {
  this.timeout(600_000);
  /** What goes on beside the commands, as in a server. */
  let world: TestCore;
  let family: MunimFamily;
  let dir: string;
  before(async () => {
    world = await testCore({ at: new Date().toISOString() });
    const { DATABASE_URL, DATABASE_APP_URL } = world.core.config;
    family = await MunimFamily.open({
      DATABASE_URL: DATABASE_URL ?? '',
      DATABASE_APP_URL: DATABASE_APP_URL ?? '',
    });
    dir = await mkdtemp(path.join(tmpdir(), 'munim-prices-'));
  });
  after(async () => {
    await family.close();
    await world.close();
    await rm(dir, { recursive: true, force: true });
  });

  it('portfolio/States and transitions: what is held is priced by imported closes, though nobody outside can be asked; a bad row among them ends with 1', async () => {
    const calendar = createCalendar();
    const today = new Date().toISOString().slice(0, 10);
    const last = calendar.previousSession('NSE', today);
    const before = calendar.previousSession('NSE', last);
    const held = { portfolio: 'Long', symbol: 'ALPHA', asset_class: 'Indian Equity', currency: 'INR' };
    const { portfolio } = world.core;
    const bought = { ...held, isin: 'INE001A01010', quantity: 10, avg_buy_price: 80 };
    await portfolio.holdings.create(world.owner, bought, { actor: 'test' });
    const overview = () => portfolio.dashboard.read(world.owner);
    assert.deepEqual((await overview()).total.state, 'UNAVAILABLE');
    const folder = path.join(dir, 'closes');
    await mkdir(folder);
    for (const [day, close] of [
      [before, '100'],
      [last, '101.5'],
    ] as const) {
      const { name, text } = bhavcopy(day, [{ symbol: 'ALPHA', isin: 'INE001A01010', close }], { debt: 0 });
      await writeFile(path.join(folder, name), text);
    }
    const dry = await family.runHere(['import-prices', folder, '--register', '--dry-run']);
    assert.doesNotMatch(dry.output, /Holdings priced/);
    const bad = path.join(dir, 'bad.csv');
    await writeFile(bad, `date,BETA\n${last},50\nyesterday,51\n`);
    const taken = await family.runHere(['import-prices', folder, bad, '--register']);
    assert.equal(taken.code, 1, taken.output + taken.errors);
    assert.match(taken.output, /line 3: "yesterday" is not a date/);
    assert.match(taken.output, /Prices: 3 read, 3 new/);
    assert.match(taken.output, /^Holdings priced from these closes: 1\.$/m);
    const { total, freshness } = await overview();
    assert.deepEqual(
      [total.state, total.current_value, total.day_change, total.day_change_date],
      ['AVAILABLE', 1015, 15, last],
    );
    // Whether these closes are the newest depends on the hour of the test.
    assert.equal(freshness.unavailable_holdings, 0);
  });

  it('kill -9 in the middle of an import leaves nothing of it, and the next one makes it whole', async () => {
    const file = path.join(dir, 'wide.csv');
    const symbols = Array.from({ length: WIDE.shares }, (_, nr) => `SHARE${nr}`);
    // Weekdays of years before the calendar knows holidays.
    const days = Array.from({ length: WIDE.days }, (_, nr) => new Date(Date.UTC(2005, 0, 3 + nr)))
      .filter((day) => day.getUTCDay() % 6 !== 0)
      .map((day) => day.toISOString().slice(0, 10));
    const lines = days.map((day) => `${day},${symbols.map((_, nr) => 100 + nr).join(',')}`);
    await writeFile(file, [`date,${symbols.join(',')}`, ...lines].join('\n'));
    const total = days.length * symbols.length;
    const [keeper, watcher] = await Promise.all([connected(world), connected(world)]);
    try {
      const stored = async () =>
        (await watcher.query<{ n: number }>('select count(*)::int as n from portfolio.price_history')).rows[0]
          ?.n;
      const before = await stored();
      // Everything is staged when it comes to the closed table.
      await keeper.query('begin; lock table portfolio.price_history in share mode');
      const killed = family.spawn(['import-prices', file, '--register']);
      await eventually(
        'the import to wait at the closed table',
        async () =>
          (
            await watcher.query(
              `select from pg_locks where not granted and relation = 'portfolio.price_history'::regclass`,
            )
          ).rowCount === 1,
        120_000,
      );
      await killed.kill();
      await keeper.query('rollback');
      assert.equal(await stored(), before);
    } finally {
      await Promise.all([keeper.end(), watcher.end()]);
    }
    const whole = await family.run(['import-prices', file, '--register']);
    assert.deepEqual([whole.code, whole.errors], [0, ''], whole.output + whole.errors);
    assert.match(whole.output, new RegExp(`${total} read, ${total} new`));
    // What is held has its price already.
    assert.doesNotMatch(whole.output, /Holdings priced/);
  });
});

async function connected({ core }: TestCore): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: core.config.DATABASE_URL ?? '' });
  await client.connect();
  return client;
}
