import { charts } from '../../charts/index.ts';
import { chartFile } from '../../core/chat/index.ts';
import { DAY_MS } from '../../core/platform/index.ts';
import { testCore, type TestCore } from '../support/core.ts';
import { closeTestRun, openTestRun } from '../support/postgres.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';

/** Growth by a person with everything switched on in a year; notices and chat are kept for half a year. */
const YEAR = 365;
const KEPT_DAYS = 180;
const PORTFOLIOS = ['One', 'Two'];
const HOLDINGS = 30;
/** Earlier sizes in bytes: the local chat kept pictures, and notices kept the figures behind their text. */
const BEFORE = { valuePicture: 70_000, allocationPicture: 48_000, figures: 1_600 };
const TABLES = [
  'portfolio.snapshots',
  'notifications.outbox',
  'notifications.deliveries',
  'chat.message',
  'chat.attachment',
  'chat.bot_message',
  'portfolio.goal_snapshots',
  'evidence.events',
] as const;

/** SQL for a text of a given length without repetition. */
const words = (length: string, seed: string): string =>
  `(select left(string_agg(md5(${seed} || n), ''), ${length}) from generate_series(1, ${length} / 32 + 1) n)`;
const bytes = (length: string, seed: string): string =>
  `(select substr(string_agg(decode(md5(${seed} || n), 'hex'), ''), 1, ${length}) from generate_series(1, ${length} / 16 + 1) n)`;

/**
 * Notices of a day: their kind, how many, and the characters of their text. The hourly update comes on 250 days a year and is
 * kept for 30 days among the notices.
 */
const NOTICES = [
  ['hourly_portfolio_update', 1, 140],
  ['morning_portfolio_report', 1, 900],
  ['eod_portfolio_report', 1, 700],
  ['morning_watchlist_intelligence', 1, 900],
  ['system_notice', 1, 250],
] as const;

const chartBytes = (): { value: number; allocation: number } => {
  const points = Array.from({ length: 3650 }, (_, day) => {
    const at = new Date(Date.UTC(2016, 0, 1) + day * DAY_MS).toISOString().slice(0, 10);
    return {
      at,
      value: Math.round((1e6 + day * 500 + Math.sin(day / 9) * 1e5 + (day % 7) * 991.37) * 100) / 100,
      invested: 8e5 + day * 300,
    };
  });
  const slices = ['Indian Equity', 'ETF', 'Mutual Fund', 'Bond'].map((label) => ({
    label,
    value: 2.5e5,
    pct: 25,
  }));
  const sizeOf = (config: object): number => chartFile({ name: 'chart.png', config }).bytes.length;
  return {
    value: sizeOf(charts.value_over_time.config(points, { currency: 'INR' })),
    allocation: sizeOf(charts.allocation.config({ slices, basis: 'value' } as never, { currency: 'INR' })),
  };
};

interface Sizes {
  value: number;
  allocation: number;
  /** Bytes of figures in the payload of a notice. */
  figures: number;
}

async function live({ core, owner }: TestCore, { value, allocation, figures }: Sizes): Promise<void> {
  const { systemPool } = core.database;
  const run = async (sql: string): Promise<unknown> => await systemPool.query(sql);
  const units = `(select jsonb_object_agg('1 SYMBOL' || n, (n * 17)::text) from generate_series(1, ${HOLDINGS}) n)`;
  await run(`
    insert into portfolio.snapshots (owner_user_id, portfolio_id, hour, currency, recorded_at, current_value, total_invested,
      total_profit, total_profit_pct, total_dividends, xirr, holdings_count, state, units)
    select p.owner_user_id, p.id, at, 'INR', at + interval '3 seconds', round((1e6 + random() * 1e5)::numeric, 2),
      round((8e5 + random() * 1e4)::numeric, 2), round((2e5 + random() * 1e5)::numeric, 2), random() * 30,
      round((random() * 1e4)::numeric, 2), random() * 20, ${HOLDINGS}, 'AVAILABLE',
      -- of the last hour of a day; a purchase on the first of each month
      case when extract(hour from local) = 23 then
        case when extract(day from local) = 1 then ${units}
          else to_jsonb(extract(epoch from (date_trunc('month', local) + interval '23 hours') at time zone 'Asia/Kolkata')::bigint)
        end
      end
    from portfolio.portfolios p, generate_series(timestamptz '2025-01-01 00:00+05:30',
      timestamptz '2025-01-01 23:00+05:30' + interval '${YEAR - 1} days', '1 hour') at,
      lateral (select at at time zone 'Asia/Kolkata' as local) l where p.owner_user_id = ${owner}`);
  for (const [kind, perDay, length] of NOTICES) {
    const isReport = kind.includes('portfolio');
    const payload = `jsonb_build_object('report', '${kind}', 'due_at', day, 'figures', ${figures > 0 && isReport ? words(`${figures}`, 'day::text') : 'null'})`;
    await run(`
      insert into notifications.outbox (owner_user_id, kind, dedup_key, title, body, payload, chart, silent, created_at, read_at)
      select ${owner}, '${kind}', '${kind}:' || day::date || ':' || nr, 'Value ₹10,23,456.00, up 0.4% today',
        ${words(`${length}`, 'day::text || nr')}, ${payload}, null, true, day, day
      from generate_series(timestamptz '2025-01-01', timestamptz '2025-01-01' + interval '${KEPT_DAYS - 1} days', '1 day') day,
        generate_series(1, ${perDay}) nr`);
  }
  await run(`
    insert into notifications.deliveries (owner_user_id, notification_id, channel, state, silent, attempts, epoch, next_attempt_at,
      expires_at, finished_at)
    select owner_user_id, id, 'local', 'SENT', true, 1, 1, created_at, created_at + interval '1 day', created_at
    from notifications.outbox where owner_user_id = ${owner}`);
  for (const [kind, size] of [
    ['eod_portfolio_report', value],
    ['morning_portfolio_report', allocation],
  ] as const)
    await run(`
      with file as (
        insert into chat.attachment (owner_user_id, name, mime, bytes, created_at)
        select ${owner}, 'chart.png', 'image/png', ${bytes(`${size}`, 'id::text')}, created_at
        from notifications.outbox where owner_user_id = ${owner} and kind = '${kind}' returning id, created_at
      )
      insert into chat.message (owner_user_id, direction, attachment_id, attachment_kind, created_at)
      select ${owner}, 'out', id, 'photo', created_at from file`);
  await run(`
    insert into chat.message (owner_user_id, direction, text, entities, silent, created_at)
    select owner_user_id, 'out', title || E'\\n' || body, '[{"type": "bold", "length": 30, "offset": 0}]', true, created_at
    from notifications.outbox where owner_user_id = ${owner}`);
  if (figures === 0)
    await run(`
      delete from notifications.outbox where owner_user_id = ${owner} and kind = 'hourly_portfolio_update'
        and created_at < timestamptz '2025-01-01' + interval '${KEPT_DAYS - 30} days'`);
  // Thirty questions a month in the chat, and their answers.
  await run(`
    insert into chat.message (owner_user_id, direction, text, created_at)
    select ${owner}, side, case side when 'in' then '/holding TCS' else ${words('600', 'at::text')} end, at
    from generate_series(timestamptz '2025-01-01', timestamptz '2025-01-01' + interval '${KEPT_DAYS - 1} days', '1 day') at,
      unnest(array['in', 'out']) side`);
  await run(`
    insert into evidence.events (owner_user_id, at, actor, kind, subject, data)
    select ${owner}, at, 'dashboard', 'HOLDING_CHANGED', 'TCS', jsonb_build_object('quantity', 10, 'note', ${words('120', 'at::text')})
    from generate_series(timestamptz '2025-01-01', timestamptz '2025-01-01' + interval '${YEAR - 1} days', '1 day') at`);
}

async function bytesOf({ core }: TestCore): Promise<Map<string, number>> {
  const { rows } = await core.database.systemPool.query<{ name: string; bytes: number }>(
    `select name, pg_total_relation_size(name::regclass)::float8 as bytes from unnest($1::text[]) name`,
    [TABLES],
  );
  return new Map(rows.map((row) => [row.name, row.bytes]));
}

/** @param hourlyDays days for which every hourly snapshot is kept; null for good. */
async function measured(
  sizes: Sizes,
  hourlyDays: number | null = null,
): Promise<{ total: number; tables: string }> {
  const world = await testCore({ at: '2026-01-02T10:00:00.000Z' });
  try {
    for (const name of PORTFOLIOS)
      await world.core.portfolio.portfolios.create(world.owner, { name }, { actor: 'bench' });
    const before = await bytesOf(world);
    await live(world, sizes);
    if (hourlyDays !== null) {
      const { snapshotThinning } = world.core.portfolio;
      await snapshotThinning.save(world.owner, { hourly_days: hourlyDays }, { actor: 'bench' });
      await snapshotThinning.run();
    }
    // Vacuumed, since tables with daily deletions reuse their free room.
    for (const name of TABLES.slice(0, 3)) await world.core.database.systemPool.query(`vacuum full ${name}`);
    const after = await bytesOf(world);
    const grown = TABLES.map(
      (name) => [name, ((after.get(name) ?? 0) - (before.get(name) ?? 0)) / 1e6] as const,
    );
    const total = grown.reduce((sum, [, megabytes]) => sum + megabytes, 0);
    const tables = grown.map(([name, megabytes]) => `${name} ${megabytes.toFixed(1)}`).join(', ');
    return { total, tables };
  } finally {
    await world.close();
  }
}

async function measure(): Promise<BenchmarkResult[]> {
  const [now, thinned, then] = [
    await measured({ ...chartBytes(), figures: 0 }),
    await measured({ ...chartBytes(), figures: 0 }, 90),
    await measured({
      value: BEFORE.valuePicture,
      allocation: BEFORE.allocationPicture,
      figures: BEFORE.figures,
    }),
  ];
  const two = (value: number): number => Math.round(value * 100) / 100;
  return [
    {
      name: `a year of a person in the database (MB: ${now.tables})`,
      value: two(now.total),
      unit: 'MB',
      peer: `with pictures and figures kept (MB: ${then.tables})`,
      peer_value: two(then.total),
      ratio: two(now.total / then.total),
      goal: 'ratio at most 0.3',
      met: now.total / then.total <= 0.3,
    },
    {
      name: `the same with hours kept for 90 days (MB: ${thinned.tables})`,
      value: two(thinned.total),
      unit: 'MB',
      peer: 'with every hour kept',
      peer_value: two(now.total),
      ratio: two(thinned.total / now.total),
      goal: 'at most 6 MB',
      met: thinned.total <= 6,
    },
  ];
}

export const bench: Benchmark = {
  name: 'person-year',
  async run() {
    const ownRun = process.env['MUNIM_TEST_RUN_DIR'] === undefined;
    if (ownRun) await openTestRun();
    try {
      return await measure();
    } finally {
      if (ownRun) await closeTestRun();
    }
  },
};
