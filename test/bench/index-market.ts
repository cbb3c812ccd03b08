import type pg from 'pg';

/** An index of so many shares with their closes on some sessions, and a dividend a year. @returns how many closes there are. */
export async function indexMarket(
  client: pg.Client,
  { shares, sessions }: { shares: number; sessions: readonly string[] },
): Promise<number> {
  await client.query(
    `insert into market.instruments (exchange, symbol, asset_class)
     select 'NSE', 'SHARE' || n, 'Indian Equity' from generate_series(1, $1::int) n`,
    [shares],
  );
  await client.query(
    `insert into market.index_constituents (index_name, instrument_id, symbol, valid_from, source)
     select 'NIFTY500', id, symbol, '2010-01-01', 'bench' from market.instruments`,
  );
  const [first = '2014', last = '2023'] = [sessions[0]?.slice(0, 4), sessions.at(-1)?.slice(0, 4)];
  await client.query(
    `insert into market.corporate_actions (exchange, symbol, instrument_id, ex_date, raw, kind, amount, status, source)
     select 'NSE', symbol, id, make_date(y, 7, 1 + (id % 28)::int), 'DIVIDEND', 'DIVIDEND', 2.5, 'READ', 'bench'
     from market.instruments, generate_series($1::int, $2::int) y`,
    [first, last],
  );
  // Waves of many lengths, so that ranks change all the time.
  const { rowCount } = await client.query(
    `insert into portfolio.price_history (instrument_id, day, close, source)
     select i.id, d.day, round((100 + i.id + (40 + i.id % 37) * sin((d.nr + i.id * 7) / (30.0 + i.id % 41)) + d.nr / 25.0)::numeric, 2), 'NSE'
     from unnest($1::date[]) with ordinality d (day, nr), market.instruments i order by d.day, i.id`,
    [sessions],
  );
  await client.query('vacuum analyze portfolio.price_history');
  return rowCount ?? 0;
}
