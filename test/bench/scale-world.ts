import pg from 'pg';
import type { TestApi } from '../support/api-client.ts';
import type { HeldClock } from '../support/core.ts';
import type { YahooServer } from '../support/yahoo-server.ts';
import type { Core } from '../../core/assembly/index.ts';
import { signSessionToken } from '../../core/identity/session-token.ts';
import { SESSION_COOKIE } from '../../api/auth.ts';
import { DAY_MS, readSecret } from '../../core/platform/index.ts';

/** People with one kind of books; their logins are the group's name and a number. */
export interface Group {
  name: string;
  people: number;
  /** Transactions of each. */
  rows: number;
  /** Symbols that each holds. */
  held: number;
  /** Days over which the transactions lie, up to the last close. */
  days: number;
}

/** Symbols that all people share. */
export const SYMBOLS = 300;
/** Number of different books of a group: these are replayed, the others are copies. */
export const KINDS_OF_BOOKS = 10;
/** Day of the last close of every symbol. */
const LAST = '2026-03-02';
const YEARS = 6;
export const ALL_DAYS = YEARS * 365;

/** People of the installation: 100, 1,000 or 10,000. */
export const PEOPLE = Number(process.env['BENCH_SCALE_PEOPLE'] ?? 1000);
export const HELD = 40;
/** Seven in ten have few transactions, two some, one many. */
export const SHARES: readonly Group[] = [
  { name: 'small', people: 0.7 * PEOPLE, rows: 200, held: HELD, days: ALL_DAYS },
  { name: 'middle', people: 0.2 * PEOPLE, rows: 500, held: HELD, days: ALL_DAYS },
  { name: 'large', people: 0.1 * PEOPLE, rows: 2000, held: HELD, days: ALL_DAYS },
];
/** The measured installation. */
export interface Scale {
  world: TestApi;
  core: Core;
  pool: Core['database']['systemPool'];
  clock: HeldClock;
  yahoo: YahooServer;
  /** The id of a person by login; empty for an unknown one. */
  idOf: (login: string) => string;
}

/** The first people of a group. */
export const logins = (name: string, people: number): string[] =>
  Array.from({ length: people }, (_, nr) => name + nr);

/** Symbols that people hold between them, how many kinds of books each group has, and days of closes up to the last one. */
const MARKET = { symbols: SYMBOLS, kinds: KINDS_OF_BOOKS, days: ALL_DAYS };

const CLOSE = (nr: string, day: string) => `round((100 + (${nr} * 37) % 900
  + 0.02 * (${day} - date '2010-01-01') + 20 * sin((${day} - date '2010-01-01')::float8 / (20 + ${nr} % 17)))::numeric, 2)`;

/**
 * Fills an empty database with these people by one statement a table. The product itself derives positions and holdings; their
 * prices are the last closes. A holding repeats four purchases of 10, a sale of 7 and a dividend.
 * @returns seconds taken
 */
export async function fillPeople(
  core: Core,
  groups: readonly Group[],
  { symbols, kinds, days } = MARKET,
): Promise<number> {
  const begun = performance.now();
  const client = new pg.Client({ connectionString: core.database.urls.ownerUrl });
  await client.connect();
  try {
    // Triggers are off: these rows are consistent, and checking each would take longer than all the rest.
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into market.instruments (exchange, symbol, name, asset_class, series)
       select 'NSE', 'SCALE' || nr, 'Scale ' || nr || ' Limited', 'Indian Equity', 'EQ' from generate_series(0, ${symbols - 1}) nr`,
    );
    await client.query(
      `insert into portfolio.price_history (instrument_id, day, close, source)
       select i.id, d::date, ${CLOSE('nr', 'd::date')}, 'NSE'
       from market.instruments i cross join lateral (select substr(i.symbol, 6)::int as nr) s,
         generate_series(date '${LAST}' - ${days} - 10, date '${LAST}', interval '1 day') d
       where extract(isodow from d) < 6`,
    );
    await client.query(
      `insert into identity.users (login, name)
       select name || nr, name || ' ' || nr from jsonb_to_recordset($1) as k (name text, people int), generate_series(0, people - 1) nr`,
      [JSON.stringify(groups)],
    );
    await client.query(
      `insert into portfolio.portfolios (owner_user_id, name)
       select id, 'Main' from identity.users where login <> $1`,
      [core.config.OWNER_LOGIN],
    );
    await client.query(
      `create temp table books as
       select k.*, nr, p.owner_user_id as owner, p.id as portfolio
       from jsonb_to_recordset($1) as k (name text, people int, rows int, held int, days int)
         cross join generate_series(0, people - 1) nr
         join identity.users u on u.login = k.name || nr join portfolio.portfolios p on p.owner_user_id = u.id`,
      [JSON.stringify(groups)],
    );
    await client.query(
      `insert into portfolio.transactions (owner_user_id, portfolio_id, symbol, trade_date, type, quantity, price, fee_tax,
         currency, asset_class, execution_id, source)
       select owner, portfolio, 'SCALE' || s, day, kind, case kind when 'BUY' then 10 else 7 end,
         case kind when 'DIVIDEND' then 2 else ${CLOSE('s', 'day')} end, 1, 'INR', 'Indian Equity', 'NSE:' || k, 'CSV'
       from books cross join lateral (
         select k, (nr % ${kinds} * ${symbols / kinds} + k % held) % ${symbols} as s,
           (array['BUY', 'BUY', 'BUY', 'BUY', 'SELL', 'DIVIDEND'])[k / held % 6 + 1] as kind,
           d - greatest(0, extract(isodow from d)::int - 5) as day
         from generate_series(0, rows - 1) k cross join lateral (
           select date '${LAST}' - days + (k::bigint * days / rows)::int as d) dated) t`,
    );
    await client.query(
      `insert into portfolio.transaction_counts (owner_user_id, portfolio_id, symbol, type, is_derived, currency, asset_class, rows)
       select owner_user_id, portfolio_id, symbol, type, false, currency, asset_class, count(*)
       from portfolio.transactions group by 1, 2, 3, 4, 6, 7`,
    );
    await client.query(
      `insert into portfolio.positions (owner_user_id, portfolio_id, symbol, currency, quantity, cost_basis, realised_fifo,
         realised_average, purchases, sales, dividends, fees, unmatched_quantity, transactions_count, calculated_at, is_outdated)
       select distinct owner, portfolio, symbol, 'INR', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, now(), true
       from books join portfolio.transactions t on t.portfolio_id = portfolio where nr < ${kinds}`,
    );
    await client.query('analyze');
    await core.portfolio.lotSettings.renewOutdated();
    for (const [table, own] of [
      ['positions', ''],
      ['holdings', `, 'id', nextval(pg_get_serial_sequence('portfolio.holdings', 'id'))`],
    ] as const) {
      await client.query(
        `insert into portfolio.${table} select copy.*
         from books b join books twin on twin.name = b.name and twin.nr = b.nr % ${kinds} and twin.nr <> b.nr
           join portfolio.${table} t on t.portfolio_id = twin.portfolio
           cross join lateral jsonb_populate_record(t,
             jsonb_build_object('owner_user_id', b.owner, 'portfolio_id', b.portfolio${own})) copy`,
      );
    }
    await client.query(
      `update portfolio.holdings h set current_price = close, previous_close = close, priced_at = day, price_source = 'NSE'
       from market.instruments i join portfolio.price_history c on c.instrument_id = i.id and c.day = '${LAST}'
       where i.symbol = h.symbol`,
    );
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
  return (performance.now() - begun) / 1000;
}

/** Session cookies of these people by login, each of a session of its own. */
export async function cookiesOf({ clock, database }: Core, logins: readonly string[]): Promise<string[]> {
  const key = new TextEncoder().encode(await readSecret(database, 'session_key'));
  const expiresAt = new Date(Math.ceil(clock.now().getTime() / 1000) * 1000 + DAY_MS);
  const { rows } = await database.systemPool.query<{ login: string; userId: string; sessionId: string }>(
    `with made as (
       insert into identity.sessions (id, owner_user_id, created_at, expires_at)
       select 'scale-' || id, id, $2, $3 from identity.users where login = any($1)
       on conflict (id) do update set expires_at = excluded.expires_at returning id, owner_user_id)
     select login, u.id::text as "userId", made.id as "sessionId" from made join identity.users u on u.id = made.owner_user_id`,
    [logins, clock.now(), expiresAt],
  );
  const cookies = new Map(
    await Promise.all(
      rows.map(async ({ login, userId, sessionId }) => {
        const token = await signSessionToken(key, { userId, sessionId, expiresAt });
        return [login, `${SESSION_COOKIE}=${token}`] as const;
      }),
    ),
  );
  return logins.map((login) => cookies.get(login) ?? '');
}
