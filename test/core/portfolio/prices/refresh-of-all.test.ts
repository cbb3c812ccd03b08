import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { QuoteOutcome, QuoteProvider } from '../../../../core/market/index.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { refreshOver } from '../../../support/price-refresh.ts';
import { sampled } from '../../../support/soak.ts';

const NOW = '2026-03-02T06:00:00.000Z';
const SYMBOLS = ['A', 'B', 'C', 'D', 'E'];

/** A holding before a refresh. */
interface Before {
  symbol: string;
  asset_class: string;
  price: number | null;
  previous: number | null;
  /** Seconds before the refresh; null where there is no price. */
  age: number | null;
  source: string | null;
  as_of: string | null;
}

const day = fc.constantFrom(
  '2020-01-02',
  '2026-02-26',
  '2026-02-27',
  '2026-03-02',
  '2026-03-03',
  '2030-01-01',
);
const before: fc.Arbitrary<Omit<Before, 'symbol'>> = fc
  .record({
    asset_class: fc.constantFrom('Indian Equity', 'Mutual Fund', 'Mutual Fund', 'Unlisted', 'US Equity'),
    price: fc.constantFrom(null, 90, 100, 120),
    previous: fc.constantFrom(null, 95),
    age: fc.constantFrom(5, 31, 86_400),
    source: fc.constantFrom('FIRST', 'SECOND', 'OTHER', 'MANUAL'),
    as_of: day,
  })
  .map(({ price, previous, age, source, as_of, ...rest }) => ({
    ...rest,
    price,
    previous: price === null ? null : previous,
    age: price === null ? null : age,
    source: price === null ? null : source,
    as_of: price === null || source === 'MANUAL' ? null : as_of,
  }));
const person = fc
  .record({ symbols: fc.uniqueArray(fc.constantFrom(...SYMBOLS), { minLength: 1 }), hasBroker: fc.boolean() })
  .chain(({ symbols, hasBroker }) =>
    fc
      .tuple(...symbols.map((symbol) => before.map((one): Before => ({ ...one, symbol }))))
      .map((holdings) => ({ holdings, hasBroker })),
  );
/** A source's answer about a symbol, true or not. */
const answer = (source: string): fc.Arbitrary<QuoteOutcome> =>
  fc.oneof(
    fc.record({
      quote: fc.record({
        price: fc.constantFrom(101, 101, 101, 100, 80, 0, -1, Number.NaN, 1e300),
        previous_close: fc.constantFrom(null, 99, 0),
        as_of: day,
        currency: fc.constantFrom('INR', 'INR', 'INR', 'USD'),
        source: fc.constant(source),
      }),
      failure: fc.constant(null),
    }),
    fc.record({
      quote: fc.constant(null),
      failure: fc.constantFrom('NOT_FOUND', 'PROVIDER_ERROR', 'PROVIDER_TIMEOUT', 'NAV_UNRESOLVED'),
    }),
  ) as fc.Arbitrary<QuoteOutcome>;
const answersOf = (source: string) =>
  fc
    .tuple(...SYMBOLS.map(() => answer(source)))
    .map((all) => new Map(SYMBOLS.map((one, at) => [one, all[at]])));

describe('prices of everybody', () => {
  let fixture: TestCore;
  const coreAnew = sharedCore({ at: NOW });
  beforeEach(async () => {
    fixture = await coreAnew();
  });

  const pool = () => fixture.core.database.systemPool;
  let made = 0;
  const newPerson = async (holdings: readonly Before[]): Promise<string> => {
    made += 1;
    const { rows } = await pool().query<{ id: string }>(
      `with person as (insert into identity.users (login, name) values ($1, $1) returning id),
         book as (insert into portfolio.portfolios (owner_user_id, name, base_currency)
           select id, 'Main', 'INR' from person returning id, owner_user_id)
       insert into portfolio.holdings (owner_user_id, portfolio_id, symbol, asset_class, currency, quantity, avg_buy_price,
         source, current_price, previous_close, priced_at, price_source, price_as_of)
       select b.owner_user_id, b.id, h.symbol, h.asset_class, 'INR', 1, 90, 'MANUAL', h.price, h.previous,
         $2::timestamptz - h.age * interval '1 s', h.source, h.as_of
       from book b, jsonb_to_recordset($3) as h (symbol text, asset_class text, price numeric, previous numeric, age int,
         source text, as_of date)
       returning owner_user_id as id`,
      [`person${made}`, NOW, JSON.stringify(holdings)],
    );
    return rows[0]?.id ?? '';
  };
  const booksOf = async (userId: string) =>
    (
      await pool().query(
        `select h.symbol, h.current_price::text, h.previous_close::text, h.priced_at, h.price_source, h.price_as_of,
           a.status, a.reason, a.tried, a.offered_price::text, a.offered_as_of, a.offered_source, a.failing_since
         from portfolio.holdings h left join portfolio.price_attempts a on a.holding_id = h.id
         where h.owner_user_id = $1 order by h.symbol`,
        [userId],
      )
    ).rows as unknown[];
  const holding = (symbol: string): Before => ({
    symbol,
    asset_class: 'Indian Equity',
    price: null,
    previous: null,
    age: null,
    source: null,
    as_of: null,
  });
  /** A source that answers from a table and records its requests. */
  const source = (name: string, answers: ReadonlyMap<string, QuoteOutcome | undefined>) => {
    const asked: string[] = [];
    const provider: QuoteProvider = {
      name,
      covers: ({ asset_class }) => name !== 'FIRST' || asset_class !== 'Mutual Fund',
      async quotes(instruments) {
        for (const { symbol, asset_class } of instruments) asked.push(`${symbol} ${asset_class}`);
        return instruments.map(({ symbol }) => answers.get(symbol) ?? { quote: null, failure: 'NOT_FOUND' });
      },
    };
    return { asked, provider };
  };
  const at = (price: number): QuoteOutcome => ({
    quote: { price, previous_close: null, as_of: '2026-03-02', currency: 'INR', source: 'SECOND' },
    failure: null,
  });

  it('equal those of each person’s own refresh for any answers of the sources, and each source gets one request per instrument', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(person, { minLength: 1, maxLength: 4 }),
        answersOf('FIRST'),
        answersOf('SECOND'),
        answersOf('BROKER'),
        async (people, first, second, third) => {
          await pool().query(`delete from identity.users where login like 'person%'`);
          const sources = [source('FIRST', first), source('SECOND', second)] as const;
          const broker = source('BROKER', third).provider;
          const withBroker = new Map<string, QuoteProvider[]>();
          const alone: string[] = [];
          const together: string[] = [];
          for (const { holdings, hasBroker } of people)
            for (const twins of [alone, together]) {
              const id = await newPerson(holdings);
              if (hasBroker) withBroker.set(id, [broker]);
              twins.push(id);
            }
          const service = refreshOver(
            fixture,
            sources.map(({ provider }) => provider),
            { own: withBroker },
          );
          for (const id of alone) {
            // No other person's answers are present.
            await pool().query('delete from market.latest_quotes');
            await service.refresh(id);
          }
          await pool().query('delete from market.latest_quotes');
          const expected = await Promise.all(alone.map(booksOf));
          for (const { asked } of sources) asked.length = 0;
          await service.refreshAll();
          assert.deepEqual(await Promise.all(together.map(booksOf)), expected);
          for (const [nr, { asked }] of sources.entries()) {
            // An unresolved answer is not kept, and is requested again if a broker failed.
            const kept = asked.filter(
              (one) => [first, second][nr]?.get(one.charAt(0))?.failure !== 'NAV_UNRESOLVED',
            );
            assert.equal(new Set(kept).size, kept.length);
          }
          const revisions = await Promise.all(
            together.map((id) => fixture.core.database.revision(id, ['prices'])),
          );
          // However many prices of a person changed, one change is announced.
          assert.ok(revisions.every((one) => Number(one) <= 1));
        },
      ),
      { numRuns: sampled(6, 400) },
    );
  });

  it('a repeat within half a minute requests, writes and announces nothing', async () => {
    const one = await newPerson([holding('A'), holding('B')]);
    const { asked, provider } = source('SECOND', new Map([['A', at(7)]]));
    const service = refreshOver(fixture, [provider]);
    const { updated, failed } = await service.refreshAll();
    assert.deepEqual([updated, failed], [1, 1]);
    const revision = await fixture.core.database.revision(one, ['prices']);
    const books = await booksOf(one);
    const again = await service.refreshAll();
    assert.deepEqual([again.updated, again.unchanged, again.skipped, again.failed], [0, 0, 1, 1]);
    assert.deepEqual([asked.length, await fixture.core.database.revision(one, ['prices'])], [2, revision]);
    assert.deepEqual(await booksOf(one), books);
  });

  it('a refresh that finds nothing new writes one row for a person, and all attempts are of its moment', async () => {
    const one = await newPerson([holding('A'), holding('B'), holding('C')]);
    const answers = new Map<string, QuoteOutcome | undefined>([
      ['A', at(7)],
      ['B', at(8)],
    ]);
    const service = refreshOver(fixture, [source('SECOND', answers).provider]);
    const rows = async () =>
      (
        await pool().query<{ symbol: string; place: string; written: Date; failing_since: Date | null }>(
          `select h.symbol, a.ctid::text as place, a.attempted_at as written, a.failing_since
           from portfolio.price_attempts a join portfolio.holdings h on h.id = a.holding_id
           where a.owner_user_id = $1 order by h.symbol`,
          [one],
        )
      ).rows;
    const shown = async () =>
      (await fixture.core.portfolio.quality.prices(one))
        .map(({ symbol, last_attempt }) => [symbol, last_attempt?.status, last_attempt?.at])
        .sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
    const refreshed = async () => {
      fixture.clock.pass(60);
      await service.refresh(one);
      return fixture.clock.now().toISOString();
    };
    await refreshed();
    // The second one finds the prices of the first.
    await refreshed();
    const before = await rows();
    const third = await refreshed();
    assert.deepEqual(await rows(), before);
    assert.deepEqual(await shown(), [
      ['A', 'UNCHANGED', third],
      ['B', 'UNCHANGED', third],
      ['C', 'FAILED', third],
    ]);
    answers.set('B', at(9)).set('C', at(5));
    const fourth = await refreshed();
    const after = await rows();
    assert.deepEqual(after[0], before[0]);
    assert.deepEqual(
      after.map(({ written }) => written.toISOString() === fourth),
      [false, true, true],
    );
    assert.deepEqual([before[2]?.failing_since === null, after[2]?.failing_since], [false, null]);
    assert.deepEqual(await shown(), [
      ['A', 'UNCHANGED', fourth],
      ['B', 'UPDATED', fourth],
      ['C', 'UPDATED', fourth],
    ]);
    // An attempt on one holding alone moves no other.
    fixture.clock.pass(60);
    const { rows: held } = await pool().query<{ id: string }>(
      `select id from portfolio.holdings where owner_user_id = $1 and symbol = 'A'`,
      [one],
    );
    await fixture.core.portfolio.quotes.record(one, [
      { holding_id: held[0]?.id ?? '', status: 'UNCHANGED', reason: null, tried: [], quote: null },
    ]);
    assert.deepEqual(
      (await shown()).map(([, , moment]) => moment === fourth),
      [false, true, true],
    );
  });

  it('ten people share an interrupted run: its answers serve all of them, and the next run begins with the rest', async () => {
    // Each holds all of the first thirty, and seven of their own: 100 in all, of which a run has time for forty.
    const symbols = (nr: number) => [
      ...Array.from({ length: 30 }, (_, at) => `ALL${at}`),
      ...Array.from({ length: 7 }, (_, at) => `OF${nr}x${at}`),
    ];
    const people: string[] = [];
    for (let nr = 0; nr < 10; nr += 1) people.push(await newPerson(symbols(nr).map(holding)));
    const asked: string[] = [];
    let isSlow = true;
    const service = refreshOver(fixture, [
      {
        name: 'SECOND',
        covers: () => true,
        async quotes(instruments, signal) {
          const isCut = isSlow && asked.length > 0;
          asked.push(...instruments.map(({ symbol }) => symbol));
          if (!isCut) return instruments.map(() => at(7));
          await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
          return instruments.map(() => ({ quote: null, failure: 'PROVIDER_TIMEOUT' }));
        },
      },
    ]);
    const priced = async () =>
      (
        await pool().query<{ priced: number }>(
          `select count(current_price)::int as priced from portfolio.holdings where owner_user_id = any($1)
           group by owner_user_id`,
          [people],
        )
      ).rows.map((row) => row.priced);
    const cut = await service.refreshAll({ deadline: new Date(fixture.clock.now().getTime() + 200) });
    assert.deepEqual(cut.left, { instruments: 60, people: 0 });
    assert.ok((await priced()).every((count) => count >= 30));
    assert.equal((await priced()).length, 10);
    // An instrument without a request has not failed.
    const { rows } = await pool().query('select from portfolio.price_attempts where status = $1', ['FAILED']);
    assert.equal(rows.length, 0);
    isSlow = false;
    asked.length = 0;
    const rest = await service.refreshAll();
    assert.deepEqual([rest.left, asked.length, new Set(asked).size], [{ instruments: 0, people: 0 }, 60, 60]);
    assert.deepEqual(
      await priced(),
      Array.from({ length: 10 }, () => 37),
    );
  });

  it('a round: a person waits only for their own instruments and never after the deadline, and only prices of these people are asked for', async () => {
    const [quick, slow, paused] = [
      await newPerson([holding('A')]),
      await newPerson([holding('A'), holding('B')]),
      await newPerson([holding('C')]),
    ];
    const asked: string[] = [];
    const service = refreshOver(fixture, [
      {
        name: 'SECOND',
        covers: () => true,
        async quotes(instruments, signal, seen) {
          asked.push(...instruments.map(({ symbol }) => symbol));
          const place = instruments.findIndex(({ symbol }) => symbol === 'A');
          seen?.(place, at(7));
          await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
          return instruments.map((_, index) =>
            index === place ? at(7) : { quote: null, failure: 'PROVIDER_TIMEOUT' },
          );
        },
      },
    ]);
    const ending = new AbortController();
    const round = await service.begin({ people: [quick, slow], signal: ending.signal });
    assert.deepEqual(await round.ready([slow, quick]), [quick]);
    assert.deepEqual(await round.ready([slow]), []);
    await round.write([quick]);
    const prices = async () =>
      (
        await pool().query<{ owner: string; symbol: string; price: number | null }>(
          `select owner_user_id::text as owner, symbol, current_price::float8 as price from portfolio.holdings
           where owner_user_id = any($1) order by id`,
          [[quick, slow, paused]],
        )
      ).rows.map(({ owner, symbol, price }) => [owner, symbol, price]);
    assert.deepEqual(await prices(), [
      [quick, 'A', 7],
      [slow, 'A', null],
      [slow, 'B', null],
      [paused, 'C', null],
    ]);
    // As the deadline does.
    ending.abort();
    await service.close();
    assert.deepEqual(await round.ready([slow, quick]), [slow, quick]);
    assert.deepEqual(asked.toSorted(), ['A', 'B']);
  });

  it('one person’s refresh writes to no other person, and the next refresh of another person reuses its answers', async () => {
    const [one, other] = [await newPerson([holding('A')]), await newPerson([holding('A')])];
    const { asked, provider } = source('SECOND', new Map([['A', at(7)]]));
    const untouched = await booksOf(other);
    const mine = await refreshOver(fixture, [provider]).refresh(one);
    assert.equal(mine.outcomes.length, 1);
    assert.deepEqual(await booksOf(other), untouched);
    const theirs = await refreshOver(fixture, [provider]).refresh(other);
    assert.deepEqual([theirs.updated, asked.length], [1, 1]);
  });

  it('portfolio/Price refresh rules 2: a broker’s quotes are used for its own person only', async () => {
    const [one, other] = [await newPerson([holding('A')]), await newPerson([holding('A')])];
    const { provider } = source('SECOND', new Map([['A', at(7)]]));
    const broker = source('BROKER', new Map([['A', { ...at(9), failure: null } as QuoteOutcome]])).provider;
    await refreshOver(fixture, [provider], { own: new Map([[one, [broker]]]) }).refreshAll();
    const priceOf = async (userId: string) =>
      ((await booksOf(userId)) as { current_price: string }[]).map(({ current_price }) =>
        Number(current_price),
      );
    assert.deepEqual([await priceOf(one), await priceOf(other)], [[9], [7]]);
    const { rows } = await pool().query('select from market.latest_quotes where price = 9');
    assert.equal(rows.length, 0);
  });

  it('a failure to write one person’s prices affects no other person', async () => {
    const people = [await newPerson([holding('A')]), await newPerson([holding('A')])];
    const { provider } = source('SECOND', new Map([['A', at(7)]]));
    const { quotes } = fixture.core.portfolio;
    const service = refreshOver(fixture, [provider], {
      quotes: {
        ...quotes,
        apply: async (holders, wanted) => {
          if (holders.includes(people[0] ?? '')) throw new Error('broken');
          return await quotes.apply(holders, wanted);
        },
      },
    });
    assert.deepEqual((await service.refreshAll()).left, { instruments: 0, people: 1 });
    const { rows } = await pool().query<{ owner_user_id: string }>(
      'select owner_user_id from portfolio.holdings where current_price = 7',
    );
    assert.deepEqual(
      rows.map(({ owner_user_id }) => owner_user_id),
      [people[1]],
    );
  });
});
