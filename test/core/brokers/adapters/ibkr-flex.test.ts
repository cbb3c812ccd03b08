import assert from 'node:assert/strict';
import { readdir, readlink } from 'node:fs/promises';
import { inspect } from 'node:util';
import fc from 'fast-check';
import type { Access, BrokerAdapter } from '../../../../core/brokers/adapter.ts';
import { createIbkrFlex } from '../../../../core/brokers/adapters/ibkr-flex.ts';
import { BrokerFailure, type ReasonCode } from '../../../../core/brokers/failure.ts';
import { createLimiter, type SharedLimits, type Timers } from '../../../../core/platform/index.ts';
import { eventually } from '../../../support/chat-driver.ts';
import { flexPosition, flexTrade } from '../../../support/flex-statement.ts';
import { FlexServer } from '../../../support/flex-server.ts';
import { brokerAdapterContract } from './contract.ts';
import { sampled } from '../../../support/soak.ts';

const NOW = new Date('2026-03-02T06:00:00.000Z');
const SIGNAL = new AbortController().signal;
const SPEC = 'portfolio/Connection sync rules 4';

const access = (changes: Record<string, string> = {}): Access => ({
  credentials: { token: FlexServer.TOKEN, query_id: FlexServer.QUERY, ...changes },
  session: { values: {}, issued_at: NOW, expires_at: null },
});

describe(`${SPEC}: ibkr_flex`, () => {
  brokerAdapterContract({
    double: new FlexServer(() => NOW),
    create: createIbkrFlex,
    now: NOW,
    range: { from: null, to: '2026-03-02' },
    access,
    contentType: 'text/xml',
    strangeBodies: [
      '<a/>',
      '<FlexStatementResponse/>',
      '<FlexStatementResponse><Status>Success</Status></FlexStatementResponse>',
      '<FlexQueryResponse>',
      '{"status":"success"}',
    ],
    ended: 'FLEX_TOKEN_EXPIRED',
    mostRequests: 2,
    skips: {
      renews: 'a token is made on a page of the broker',
      'another page size': 'a statement has no pages',
      'endless pages': 'a statement has no pages',
      'secrets in addresses': 'the service takes its token there and nowhere else',
    },
  });
});

describe('ibkr_flex and the service', () => {
  const server = new FlexServer(() => NOW);
  before(() => server.start());
  after(() => server.close());
  beforeEach(() => server.reset({ holdings: 2, trades: 3, leftOut: 1 }));

  /** Time that passes only by waiting. */
  let waited: number[] = [];
  const timers: Timers = {
    now: () => waited.reduce((sum, ms) => sum + ms, 0),
    sleep: async (ms) => {
      waited.push(ms);
    },
  };
  beforeEach(() => {
    waited = [];
  });
  const limits: SharedLimits = {
    of: (_, { concurrent }) => createLimiter({ concurrent, perSecond: 100_000 }),
  };
  const adapter = (): BrokerAdapter =>
    createIbkrFlex({
      baseUrl: server.url,
      clock: { now: () => NOW },
      limits,
      tuning: { timers, retries: 0 },
    });

  async function readAll(of: Access = access()) {
    const reading = await adapter().read(of, SIGNAL);
    try {
      const { holdings, left_out } = await reading.holdings();
      const trades = [];
      for await (const page of reading.trades({ from: null, to: '2026-03-02' })) trades.push(...page.trades);
      return { holdings, left_out, trades };
    } finally {
      await reading.close();
    }
  }

  async function fails(reason: ReasonCode, of: Access = access()): Promise<BrokerFailure> {
    let failure: unknown = null;
    await readAll(of).catch((error: unknown) => (failure = error));
    assert.ok(failure instanceof BrokerFailure, inspect(failure));
    assert.equal(failure.reason, reason);
    assert.ok(!inspect(failure, { depth: 8 }).includes(FlexServer.TOKEN));
    return failure;
  }

  it('asks for a statement, follows where it is, and downloads it once', async () => {
    const { holdings, trades } = await readAll();
    assert.deepEqual([holdings.length, trades.length], [2, 3]);
    assert.equal(server.served, 1);
    assert.match(server.log[0]?.path ?? '', /\/SendRequest\?t=\d+&q=990123&v=3$/);
    assert.match(server.log[1]?.path ?? '', /\/GetStatement\?t=\d+&q=3000000000&v=3$/);
  });

  it(`${SPEC}: 1001 is a statement that is not ready, and is not asked for again now`, async () => {
    server.refuse(1001, { at: 'send' });
    await fails('STATEMENT_NOT_READY');
    assert.equal(server.log.length, 1);
  });

  for (const [code, reason] of [
    [1003, 'BROKER_ERROR'],
    [1004, 'STATEMENT_NOT_READY'],
    [1009, 'STATEMENT_NOT_READY'],
    [1010, 'STATEMENT_REFUSED'],
    [1011, 'FLEX_SERVICE_OFF'],
    [1012, 'FLEX_TOKEN_EXPIRED'],
    [1013, 'FLEX_ADDRESS_REFUSED'],
    [1014, 'STATEMENT_REFUSED'],
    [1015, 'FLEX_TOKEN_UNKNOWN'],
    [1016, 'STATEMENT_REFUSED'],
    [1020, 'STATEMENT_REFUSED'],
    [4711, 'BROKER_ERROR'],
  ] as const) {
    it(`code ${code} is ${reason}, at either question, at once`, async () => {
      server.refuse(code, { at: 'send', times: 1 });
      await fails(reason);
      server.refuse(code, { at: 'get', times: 1 });
      const failure = await fails(reason);
      assert.match(failure.message, new RegExp(String(code)));
      assert.deepEqual(waited, []);
    });
  }

  it('a statement that is being made is asked for by the same reference, less and less often', async () => {
    server.refuse(1019, { times: 4 });
    server.refuse(1021, { times: 1 });
    const { trades } = await readAll();
    assert.equal(trades.length, 3);
    assert.deepEqual(waited, [5_000, 10_000, 20_000, 20_000, 20_000]);
    const asked = server.log.slice(1).map(({ path }) => new URL(path, server.url).searchParams.get('q'));
    assert.deepEqual(new Set(asked), new Set(['3000000000']));
  });

  it('and not without end', async () => {
    server.refuse(1019);
    await fails('STATEMENT_NOT_READY');
    assert.ok(waited.reduce((sum, ms) => sum + ms, 0) <= 150_000);
    assert.ok(server.log.length <= 12, `${server.log.length} requests`);
  });

  it('too many requests are waited for, then left to a later time', async () => {
    server.refuse(1018, { at: 'send', times: 1 });
    server.refuse(1018, { at: 'get', times: 1 });
    assert.equal((await readAll()).trades.length, 3);
    assert.deepEqual(waited, [5_000, 10_000]);
    server.refuse(1018, { at: 'send' });
    const failure = await fails('RATE_LIMITED');
    assert.equal(failure.retryAfterMs, 60_000);
  });

  it('a reference that is worth nothing is asked for anew, a few times', async () => {
    server.refuse(1017, { times: 1 });
    assert.equal((await readAll()).trades.length, 3);
    assert.equal(server.log.filter(({ path }) => path.includes('SendRequest')).length, 2);
    server.refuse(1017);
    await fails('BROKER_ERROR');
    assert.equal(server.log.filter(({ path }) => path.includes('SendRequest')).length, 5);
  });

  for (const place of [
    'https://interactivebrokers.com.example.org/GetStatement',
    'https://evilinteractivebrokers.com/GetStatement',
    'http://gdcdyn.interactivebrokers.com/GetStatement',
    'https://gdcdyn.interactivebrokers.com:8443/GetStatement',
    'https://user:pass@gdcdyn.interactivebrokers.com/GetStatement',
    'http://127.0.0.1:9/GetStatement',
    'file:///etc/passwd',
    'GetStatement',
  ]) {
    it(`tells the token to nobody at ${place}`, async () => {
      server.place = place;
      await fails('BROKER_MALFORMED');
      assert.equal(server.log.length, 1);
    });
  }

  it('may be sent to another path of the same host', async () => {
    server.place = `${server.url}/AccountManagement/FlexWebService/GetStatement?x=1#y`;
    assert.equal((await readAll()).trades.length, 3);
  });

  it('XML under another name is read', async () => {
    for (const type of ['application/xml', 'text/plain; charset=utf-8']) {
      server.contentType = type;
      assert.equal((await readAll()).trades.length, 3);
    }
    server.contentType = 'text/xml;charset=UTF-8';
  });

  it('a query whose format is a table is for the person to change', async () => {
    const body = '"ClientAccountID","CurrencyPrimary","Symbol"\n"U1234567","USD","ACME"\n';
    for (const type of ['text/csv', 'text/plain']) {
      server.fail({ kind: 'body', type, body }, { path: /GetStatement/, times: 1 });
      await fails('STATEMENT_REFUSED');
    }
  });

  it('reads one account of several where it is told to, and all of them else', async () => {
    const positions = (position: string) => [flexPosition({ position, costBasisPrice: '10' })];
    server.statements = [
      { account: 'U1234567', positions: positions('100'), trades: [flexTrade({ tradeID: '1' })] },
      {
        account: 'U7654321',
        positions: [flexPosition({ position: '300', costBasisPrice: '20' })],
        trades: [flexTrade({ tradeID: '2' })],
      },
    ];
    const one = await readAll(access({ account_id: 'u7654321' }));
    assert.deepEqual([one.holdings[0]?.quantity, one.trades[0]?.execution_id], ['300', 'IBKR:TRADE:2']);
    assert.equal(one.trades[0]?.executed_at, '09:31:00');
    const all = await readAll();
    // (100 × 10 + 300 × 20) / 400
    assert.deepEqual([all.holdings[0]?.quantity, all.holdings[0]?.avg_buy_price], ['400', '17.5']);
    assert.equal(all.trades.length, 2);
    await fails('STATEMENT_REFUSED', access({ account_id: 'U1' }));
  });

  it('gives all trades up to the last day wanted, since corrections carry earlier days', async () => {
    server.statements = [
      {
        trades: ['20260105', '20260106', '20260107'].map((tradeDate, at) =>
          flexTrade({ tradeDate, tradeID: at }),
        ),
      },
    ];
    const reading = await adapter().read(access(), SIGNAL);
    const days: string[] = [];
    for await (const { trades } of reading.trades({ from: '2026-01-06', to: '2026-01-06' }))
      days.push(...trades.map(({ date }) => date));
    await reading.close();
    assert.deepEqual(days, ['2026-01-05', '2026-01-06']);
  });

  it('a statement without any account in it holds nothing', async () => {
    server.statements = [];
    assert.deepEqual(await readAll(access({ account_id: 'U1' })), { holdings: [], left_out: [], trades: [] });
  });

  it('pages of a long history are of a bounded size', async () => {
    server.statements = [{ trades: Array.from({ length: 5000 }, (_, at) => flexTrade({ tradeID: at })) }];
    const reading = await adapter().read(access(), SIGNAL);
    const sizes: number[] = [];
    for await (const { trades } of reading.trades({ from: null, to: '2026-03-02' }))
      sizes.push(trades.length);
    await reading.close();
    assert.equal(
      sizes.reduce((sum, size) => sum + size, 0),
      5000,
    );
    assert.ok(Math.max(...sizes) <= 600, String(Math.max(...sizes)));
  });

  it('is not waited for any longer when the sync ends', async () => {
    server.refuse(1019);
    const sync = new AbortController();
    // A pause that has no end of its own; the sync ends in its midst.
    const unending: Timers = {
      now: () => 0,
      sleep: (_, signal) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
          sync.abort();
        }),
    };
    const waiting = createIbkrFlex({
      baseUrl: server.url,
      clock: { now: () => NOW },
      limits,
      tuning: { timers: unending, retries: 0 },
    });
    await assert.rejects(
      waiting.read(access(), sync.signal),
      (error) => error instanceof BrokerFailure && error.reason === 'BROKER_TIMEOUT',
    );
  });

  it('whatever goes wrong in whatever order, the statement is whole or there is a reason; nothing stays open', async () => {
    const faults = [
      { kind: 'status', status: 503 },
      { kind: 'status', status: 429, headers: { 'retry-after': '0' } },
      { kind: 'drop' },
      { kind: 'cut' },
      { kind: 'body', type: 'text/xml', body: '<html><body>Sorry</body></html>' },
      { kind: 'body', type: 'text/xml', body: '' },
    ] as const;
    const step = fc.oneof(
      fc.record({ fault: fc.constantFrom(...faults), after: fc.integer({ min: 0, max: 4 }) }),
      fc.record({
        code: fc.constantFrom(1001, 1003, 1012, 1017, 1018, 1019, 1021, 4711),
        at: fc.constantFrom('send' as const, 'get' as const),
      }),
    );
    const usual = (await readAll()).trades;
    const files = async () => (await readdir('/proc/self/fd').catch(() => [])).length;
    const before = await files();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 4 }), async (steps) => {
        server.reset({ holdings: 2, trades: 3, leftOut: 1 });
        for (const one of steps) {
          if ('fault' in one) server.fail(one.fault, { after: one.after, times: 1 });
          else server.refuse(one.code, { at: one.at, times: 1 });
        }
        try {
          assert.deepEqual((await readAll()).trades, usual);
        } catch (error) {
          assert.ok(error instanceof BrokerFailure, inspect(error));
          assert.ok(!inspect(error, { depth: 8 }).includes(FlexServer.TOKEN));
        }
        assert.ok(server.log.length <= 15, `${server.log.length} requests`);
      }),
      { numRuns: sampled(20, 2_000) },
    );
    // Connections to the double may still be open; statements are not.
    const left = await Promise.all(
      (await readdir('/proc/self/fd').catch(() => [])).map((fd) =>
        readlink(`/proc/self/fd/${fd}`).catch(() => ''),
      ),
    );
    assert.deepEqual(
      left.filter((name) => name.includes('munim-statement')),
      [],
    );
    await eventually('few open files', async () => ((await files()) < before + 50 ? true : null));
  });

  it('a connection without a token or query asks nobody', async () => {
    await fails('CREDENTIALS_REJECTED', access({ token: ' ' }));
    await fails('CREDENTIALS_REJECTED', access({ query_id: '' }));
    assert.equal(server.log.length, 0);
  });

  it('connecting has the statement made and does not download it', async () => {
    const session = await adapter().connect(access(), { signal: SIGNAL });
    assert.deepEqual(session, { values: {}, issued_at: NOW, expires_at: null });
    assert.equal(server.served, 0);
  });
});
