import assert from 'node:assert/strict';
import { createAskedOnce } from '../../../../core/market/quotes/asked-once.ts';
import type { Instrument, QuoteOutcome, QuoteProvider } from '../../../../core/market/index.ts';
import { claimQuotes } from '../../../../core/market/quotes/latest-quote-store.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { eventually } from '../../../support/chat-driver.ts';

const FIRST = '2026-03-02T06:00:00.000Z';

describe('a public source of prices', () => {
  let fixture: TestCore;
  const coreAnew = sharedCore({ at: FIRST });
  beforeEach(async () => {
    fixture = await coreAnew();
  });

  const share = (symbol: string): Instrument => ({
    symbol,
    name: null,
    isin: null,
    asset_class: 'Indian Equity',
    currency: 'INR',
  });
  const shares = (count: number) => Array.from({ length: count }, (_, at) => share(`S${at}`));
  const at = (price: number): QuoteOutcome => ({
    quote: { price, previous_close: price - 1, as_of: '2026-03-02', currency: 'INR', source: 'TEST' },
    failure: null,
  });
  /** A source that counts its requests, and may wait or answer differently. */
  const source = (answer: (symbol: string, signal?: AbortSignal) => QuoteOutcome | Promise<QuoteOutcome>) => {
    const asked: string[] = [];
    const provider: QuoteProvider = {
      name: 'TEST',
      covers: () => true,
      quotes: async (instruments, signal) =>
        await Promise.all(
          instruments.map(async ({ symbol }) => {
            asked.push(symbol);
            return await answer(symbol, signal);
          }),
        ),
    };
    return { asked, provider };
  };
  /** State of one process. */
  const process = () =>
    createAskedOnce({ clock: fixture.clock, database: fixture.core.database, log: fixture.core.log });
  const prices = (outcomes: readonly QuoteOutcome[]) =>
    outcomes.map(({ quote, failure }) => quote?.price ?? failure);
  const asking = async (symbol: string, until: string) =>
    await fixture.core.database.systemPool.query(
      `insert into market.latest_quotes (source, instrument_key, asked_until)
       values ('TEST', 'Indian Equity|INR|' || $1, clock_timestamp() + $2::interval)`,
      [symbol, until],
    );

  it('two processes with the same instruments request each once, and both have the answers', async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const { asked, provider } = source(async (symbol) => {
      if (asked.length >= 60) release();
      await released;
      return at(Number(symbol.slice(1)) + 1);
    });
    const [here, there] = [process()(provider), process()(provider)];
    const [one, other] = await Promise.all([here.quotes(shares(60)), there.quotes(shares(60).toReversed())]);
    assert.deepEqual(
      asked.toSorted(),
      shares(60)
        .map(({ symbol }) => symbol)
        .toSorted(),
    );
    assert.deepEqual(
      prices(one),
      Array.from({ length: 60 }, (_, nr) => nr + 1),
    );
    assert.deepEqual(prices(other), prices(one).toReversed());
  });

  it('an answer serves everybody for half a minute, with the time at which it came; so does a failure', async () => {
    const { asked, provider } = source((symbol) =>
      symbol === 'S0' ? at(5) : { quote: null, failure: 'NOT_FOUND' },
    );
    await process()(provider).quotes(shares(2));
    fixture.clock.at = new Date('2026-03-02T06:00:29.999Z');
    const [first, second] = await process()(provider).quotes(shares(2));
    assert.deepEqual(first?.quote, { ...at(5).quote, fetched_at: new Date(FIRST) });
    assert.equal(second?.failure, 'NOT_FOUND');
    assert.equal(asked.length, 2);
    fixture.clock.at = new Date('2026-03-02T06:00:30.000Z');
    await process()(provider).quotes(shares(2));
    assert.equal(asked.length, 4);
  });

  it('requests that take longer than that, made at once, ask for each instrument once', async () => {
    const { asked, provider } = source(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      // All take a minute; those that are claimed together take less than answers may lie ahead of the clock.
      fixture.clock.pass(0.3 / 60);
      return at(7);
    });
    for (const force of [false, true]) {
      asked.length = 0;
      const one = process()(provider, { force });
      const [first, second] = await Promise.all([one.quotes(shares(200)), one.quotes(shares(200))]);
      assert.deepEqual(new Set([...prices(first), ...prices(second)]), new Set([7]));
      assert.deepEqual([asked.length, new Set(asked).size], [200, 200]);
    }
  });

  it('a price since the due time of a job is fresh for all its jobs, a failure for half a minute, and later due times ask again', async () => {
    const { asked, provider } = source((symbol) =>
      symbol === 'S0' ? at(5) : { quote: null, failure: 'NOT_FOUND' },
    );
    const since = new Date(FIRST);
    await process()(provider, { since }).quotes(shares(2));
    fixture.clock.pass(9);
    assert.deepEqual(prices(await process()(provider, { since }).quotes(shares(2))), [5, 'NOT_FOUND']);
    assert.deepEqual(asked, ['S0', 'S1', 'S1']);
    const later = new Date(since.getTime() + 1);
    await process()(provider, { since: later }).quotes(shares(2));
    assert.deepEqual(asked.slice(3), ['S0']);
  });

  it('two processes with a due time claim an instrument that either of them has priced since then no more', async () => {
    const { asked, provider } = source(() => at(5));
    const since = new Date(FIRST);
    await process()(provider).quotes(shares(1));
    fixture.clock.pass(9);
    const { database } = fixture.core;
    const claim = async (after: Date) =>
      await database.asSystem('claim', (trx) =>
        claimQuotes(trx, {
          source: 'TEST',
          keys: ['Indian Equity|INR|S0'],
          leaseMs: 1,
          fresh: { after, failedAfter: fixture.clock.now(), before: fixture.clock.now() },
        }),
      );
    assert.equal((await claim(since)).size, 0);
    assert.equal((await claim(new Date(since.getTime() + 1))).size, 1);
    assert.equal(asked.length, 1);
  });

  it('a forced request asks again, and all people share its answer', async () => {
    let price = 5;
    const { asked, provider } = source(() => at(price));
    await process()(provider).quotes(shares(1));
    price = 6;
    assert.deepEqual(prices(await process()(provider, { force: true }).quotes(shares(1))), [6]);
    assert.deepEqual(prices(await process()(provider).quotes(shares(1))), [6]);
    assert.equal(asked.length, 2);
  });

  it('numbers that are no prices are kept unchanged, for the rules of prices to judge', async () => {
    const lies = [Number.NaN, Number.POSITIVE_INFINITY, -1, 0, 1e-300, 0.1 + 0.2];
    const { provider } = source((symbol) => at(lies[Number(symbol.slice(1))] ?? 1));
    await process()(provider).quotes(shares(lies.length));
    assert.deepEqual(prices(await process()(provider).quotes(shares(lies.length))), lies);
  });

  it('portfolio/Price refresh rules 3: a value that is not resolved is not kept', async () => {
    const { asked, provider } = source(() => ({ quote: null, failure: 'NAV_UNRESOLVED' }));
    await process()(provider).quotes(shares(1));
    await process()(provider).quotes(shares(1));
    assert.equal(asked.length, 2);
  });

  it('an interrupted request keeps its answers, and the next one begins with the rest', async () => {
    const limit = new AbortController();
    let hanging = true;
    const { asked, provider } = source(async (symbol, signal) => {
      // The first forty are claimed together.
      if (!hanging || Number(symbol.slice(1)) < 40) return at(7);
      limit.abort();
      return signal?.aborted === true ? { quote: null, failure: 'PROVIDER_TIMEOUT' } : at(7);
    });
    const cut = await process()(provider).quotes(shares(100), limit.signal);
    assert.equal(cut.filter(({ quote }) => quote !== null).length, 40);
    hanging = false;
    asked.length = 0;
    fixture.clock.pass(1);
    await process()(provider).quotes(shares(100));
    // The instrument requested longest ago comes last of them.
    assert.deepEqual(
      new Set(asked.slice(0, 60)),
      new Set(
        shares(100)
          .slice(40)
          .map(({ symbol }) => symbol),
      ),
    );
    assert.equal(asked.length, 100);
  });

  it('the claim of a killed process ends; until then requests for other instruments do not wait for it', async () => {
    await asking('S0', '1 second');
    const { asked, provider } = source(() => at(7));
    assert.deepEqual(prices(await process()(provider).quotes(shares(2))), [7, 7]);
    assert.deepEqual(asked, ['S1', 'S0']);
  });

  it('answers are kept while another process claims the same instruments: neither waits for the other', async () => {
    const { database } = fixture.core;
    const pool = database.systemPool;
    const keys = shares(9).map(({ symbol }) => `Indian Equity|INR|${symbol}`);
    const waiting = async (count: number) =>
      await eventually('transactions that wait for rows', async () => {
        const { rows } = await pool.query<{ waiting: number }>(
          `select count(*)::int as waiting from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query like '%latest_quotes%'`,
        );
        return rows[0]?.waiting === count || null;
      });
    // Claims take the rows by key; these lie in the table the other way round.
    for (const key of keys.toReversed()) await asking(key.split('|')[2] ?? '', '-1 second');
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const { asked, provider } = source(async () => {
      await answered;
      return at(7);
    });
    const all = process()(provider).quotes(shares(9).toReversed());
    await eventually('all to be asked', () => asked.length === 9 || null);
    const middle = await pool.connect();
    await middle.query('begin');
    await middle.query('select from market.latest_quotes where instrument_key = $1 for update', [keys[4]]);
    answer();
    await waiting(1);
    const never = new Date('9999-01-01');
    const claimed = database.asSystem('claim the same', (trx) =>
      claimQuotes(trx, {
        source: 'TEST',
        keys,
        leaseMs: 1,
        fresh: { after: never, failedAfter: never, before: never },
      }),
    );
    await waiting(2);
    await middle.query('commit');
    middle.release();
    await claimed;
    assert.deepEqual(
      prices(await all),
      shares(9).map(() => 7),
    );
    const { rows } = await pool.query<{ kept: number }>(
      'select count(fetched_at)::int as kept from market.latest_quotes',
    );
    assert.deepEqual(rows, [{ kept: 9 }]);
  });

  it('a source whose requests all fail is down, and is not asked for the rest', async () => {
    const { asked, provider } = source(() => ({ quote: null, failure: 'PROVIDER_UNREACHABLE' }));
    const outcomes = await process()(provider).quotes(shares(100));
    assert.deepEqual(new Set(prices(outcomes)), new Set(['PROVIDER_UNREACHABLE']));
    assert.equal(asked.length, 40);
  });

  it('a source that throws leaves no claim behind', async () => {
    const failing = source(() => {
      throw new Error('broken');
    });
    await assert.rejects(process()(failing.provider).quotes(shares(1)), /broken/);
    const { asked, provider } = source(() => at(7));
    assert.deepEqual(prices(await process()(provider).quotes(shares(1))), [7]);
    assert.equal(asked.length, 1);
  });

  it('an answer dated into the future by a wrong clock is not used', async () => {
    const { asked, provider } = source(() => at(7));
    fixture.clock.pass(60);
    await process()(provider).quotes(shares(1));
    fixture.clock.at = new Date(FIRST);
    await process()(provider).quotes(shares(1));
    assert.equal(asked.length, 2);
  });

  it('the restricted role cannot read stored answers', async () => {
    await assert.rejects(
      fixture.core.database.readAsUser(fixture.owner, (trx) => trx('market.latest_quotes').select()),
      /permission denied/,
    );
  });
});
