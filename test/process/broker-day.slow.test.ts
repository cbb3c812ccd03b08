import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { BrokerName, ConnectionInput } from '../../core/brokers/index.ts';
import { testCore, type TestCore } from '../support/core.ts';
import { DhanServer } from '../support/dhan-server.ts';
import { FlexServer } from '../support/flex-server.ts';
import { KiteServer } from '../support/kite-server.ts';
import type { Fault } from '../support/loopback.ts';
import { NOBODY_OUTSIDE } from '../support/outside.ts';
import { testProcess } from '../support/test-processes.ts';
import { WebSyncServer } from '../support/web-sync-server.ts';
import { sampled } from '../support/soak.ts';

const BY = { actor: 'api:owner' };
const HOUR_MS = 3_600_000;
/** Minutes from one round to the next. */
const BETWEEN = sampled(120, 5);
const WORLD = { holdings: 6, trades: 40, leftOut: 4 };
/**
 * Trades that the doubles mark intraday and that close no gap are left out. Zerodha’s list says that nothing bought is on its way,
 * so none of its seven is in the list.
 */
const INTRADAY: Record<string, number> = { DHAN: 6, ZERODHA: 7 };
const HTML: Fault = { kind: 'body', type: 'text/html', body: '<html><body>Back soon</body></html>' };
/** What each broker allows to begin in a second, by the beginning of the name that its limits are kept under. */
const A_SECOND: Record<string, number> = { zerodha: 10, dhan: 20, ibkr_flex: 1, web_sync: 3 };
const FAULTS: readonly Fault[] = [
  { kind: 'status', status: 429 },
  { kind: 'cut' },
  { kind: 'status', status: 500 },
  HTML,
  { kind: 'drop' },
  { kind: 'status', status: 503 },
];

describe('an accelerated day of two processes and four brokers, each tenth request of which fails', () => {
  let world: TestCore;
  let second: ChildProcess;
  const now = () => world.clock.now();
  const kite = new KiteServer(now);
  const dhan = new DhanServer(now);
  const flex = new FlexServer(now);
  const web = new WebSyncServer();
  const servers = [kite, dhan, flex, web];
  const ids = new Map<BrokerName, string>();
  /** When each token was first and last sent, by the time of the test. */
  const sent = new Map<string, { first: Date; last: Date }>();
  const reasons = new Map<BrokerName, Set<string>>();
  /** Requests that arrived, by broker. */
  const arrived = new Map<string, number>();

  before(async () => {
    for (const server of servers) await server.start();
    const environment = {
      ZERODHA_BASE_URL: kite.url,
      DHAN_BASE_URL: dhan.url,
      IBKR_FLEX_BASE_URL: flex.url,
      WEB_SYNC_BASE_URL: web.url,
    };
    world = await testCore({ environment });
    // Which turns were taken, and for when: both processes take them in one table, by the clock of Postgres.
    await world.core.database.systemPool.query(`
      create table platform.turns (nr bigserial, key text not null, at timestamptz not null);
      create function platform.note_turn() returns trigger language plpgsql security definer as $$ begin
        -- who only asks for quiet has nothing returned
        if current_query() like '%returning%' then insert into platform.turns (key, at) values (new.key, new.next_at); end if;
        return new;
      end $$;
      create trigger note_turn after insert or update on platform.rate_slots for each row
        execute function platform.note_turn()`);
    const { DATABASE_URL, DATABASE_APP_URL, DATA_DIR } = world.core.config;
    second = fork(await testProcess('maintenance'), {
      execArgv: [],
      env: {
        ...process.env,
        ...NOBODY_OUTSIDE,
        ...environment,
        BROKER_SECRET_KEY: world.core.config.BROKER_SECRET_KEY ?? '',
        DATA_DIR,
        DATABASE_URL: DATABASE_URL ?? '',
        DATABASE_APP_URL: DATABASE_APP_URL ?? '',
      },
    });
    await once(second, 'message');
    for (const server of servers) {
      server.reset(WORLD);
      // The first sync fails altogether, whatever is asked again at once.
      server.fail({ kind: 'status', status: 500 }, { times: 5 });
      for (let number = 0; number < 500; number += 1)
        server.fail(FAULTS[number % FAULTS.length] ?? HTML, { after: 9, times: 1 });
    }
    web.addAccount('AS1234', '4821', WORLD);
    const inputs: Record<BrokerName, ConnectionInput['credentials']> = {
      zerodha: KiteServer.USER,
      dhan: { client_id: DhanServer.CLIENT_ID, access_token: dhan.accessToken() },
      ibkr_flex: { token: FlexServer.TOKEN, query_id: FlexServer.QUERY },
      web_sync: { user_id: 'AS1234', pin: '4821' },
    };
    for (const [broker, credentials] of Object.entries(inputs) as [BrokerName, Record<string, string>][]) {
      const { id } = await world.core.connections.create(
        world.owner,
        { broker, label: broker, role: 'SYNC', credentials },
        BY,
      );
      ids.set(broker, id);
    }
  });
  after(async () => {
    if (second.connected) second.disconnect();
    if (second.exitCode === null) await once(second, 'exit');
    await world.close();
    for (const server of servers) await server.close();
  });

  /** A round in the other process, at the same time of the test. */
  async function maintainElsewhere(): Promise<void> {
    second.send({ at: now().toISOString(), work: 'maintain' });
    const [{ failed }] = (await once(second, 'message')) as [{ failed?: string }];
    assert.equal(failed, undefined);
  }

  /** What the person does when a connection needs them; a fault may hit that too. */
  async function help(): Promise<void> {
    const { connections } = world.core;
    for (const { id, broker, sync } of await connections.list(world.owner)) {
      if (sync.reason_code !== null)
        reasons.set(broker, (reasons.get(broker) ?? new Set()).add(sync.reason_code));
      assert.notEqual(sync.state, 'RUNNING');
      assert.equal(
        sync.reason === null,
        sync.state === 'OK' || sync.state === 'PENDING',
        `${broker} ${sync.state}`,
      );
      const token = broker === 'zerodha' ? kite.requestToken() : dhan.accessToken();
      if (sync.state === 'NEEDS_LOGIN')
        await connections.login(world.owner, id, token, BY).catch(() => undefined);
      if (sync.state === 'NEEDS_OTP')
        await connections
          .verifyOtp(world.owner, id, web.sentOtps.at(-1)?.otp ?? '', BY)
          .catch(() => undefined);
    }
  }

  function note(): void {
    for (const [name, server] of [
      ['kite', kite],
      ['dhan', dhan],
    ] as const)
      for (const { token } of server.log) {
        if (token === null) continue;
        const known = sent.get(`${name} ${token}`);
        sent.set(`${name} ${token}`, { first: known?.first ?? now(), last: now() });
      }
    for (const [name, server] of [
      ['zerodha', kite],
      ['dhan', dhan],
      ['ibkr_flex', flex],
      ['web_sync', web],
    ] as const) {
      arrived.set(name, (arrived.get(name) ?? 0) + server.requests.length);
      server.requests.length = 0;
    }
  }

  it('every trade is there exactly once, no token was sent past its age, no broker was asked too often', async () => {
    const never = new AbortController().signal;
    for (let minute = 0; minute < 26 * 60; minute += BETWEEN) {
      await Promise.all([world.core.brokers.maintain(never), maintainElsewhere()]);
      note();
      await help();
      note();
      world.clock.pass(BETWEEN);
    }
    const views = await world.core.connections.list(world.owner);
    for (const { broker, sync } of views) {
      assert.ok(sync.last_success_at !== null, `${broker} never came through: ${sync.reason_code}`);
      assert.ok((reasons.get(broker)?.size ?? 0) > 0, `${broker} met no fault`);
      // Both processes have the key: neither is a bystander.
      assert.ok(reasons.get(broker)?.has('CREDENTIALS_UNREADABLE') !== true, broker);
    }
    const { rows } = await world.core.database.systemPool.query<{
      portfolio: string;
      trades: number;
      ids: number;
    }>(
      `select p.name as portfolio, count(*)::int as trades, count(distinct execution_id)::int as ids
       from portfolio.transactions t join portfolio.portfolios p on p.id = t.portfolio_id group by 1 order by 1`,
    );
    assert.equal(rows.length, 4);
    for (const { portfolio, trades, ids: distinct } of rows) {
      const expected = WORLD.trades - (INTRADAY[portfolio.split(' ')[0] ?? ''] ?? 0);
      assert.deepEqual([distinct, trades], [expected, expected], portfolio);
    }
    assert.equal(
      (await world.core.portfolio.holdings.all(world.owner)).filter(({ source }) => source === 'BROKER')
        .length,
      4 * WORLD.holdings,
    );
    for (const [token, { first, last }] of sent)
      assert.ok(
        last.getTime() - first.getTime() < 23 * HOUR_MS,
        `${token.slice(0, 12)}… was sent for too long`,
      );
    // One token of each on the first day, another after it.
    assert.ok(sent.size >= 4, String(sent.size));
    // Each request had a turn of its own, and the turns of both processes lie as far apart as the broker wants. When a
    // request then arrives is a matter of how busy the machine is.
    for (const [name, perSecond] of Object.entries(A_SECOND)) {
      const { rows: turns } = await world.core.database.systemPool.query<{ n: number; closest: number }>(
        `select count(*)::int as n, min(apart)::float8 as closest from (
           select extract(epoch from at - lag(at) over (partition by key order by nr)) * 1000 as apart
           from platform.turns where key like $1) t`,
        [`${name}%/1000`],
      );
      const [told = { n: 0, closest: 0 }] = turns;
      const requests = arrived.get(name) ?? 0;
      assert.ok(requests > 0 && told.n >= requests, `${name}: ${requests} requests, ${told.n} turns`);
      assert.ok(told.closest >= 1000 / perSecond - 1, `${name}: turns ${told.closest} ms apart`);
    }
  }).timeout(900_000);
});
