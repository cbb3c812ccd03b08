import assert from 'node:assert/strict';
import type { Access, BrokerSession } from '../../../../core/brokers/adapter.ts';
import { createDhan } from '../../../../core/brokers/adapters/dhan.ts';
import { momentOf } from '../../../../core/brokers/adapters/dhan-session.ts';
import { DhanServer } from '../../../support/dhan-server.ts';
import { hastySetting, NEVER, readAll, reasonOf } from './reading.ts';
import { sampled } from '../../../support/soak.ts';

const NOW = new Date('2026-03-02T06:00:00.000Z');
const RANGE = { from: '2026-02-01', to: '2026-03-02' };
const HOUR = 3_600_000;
const ORDERS = sampled(1_500, 5_000);

describe('dhan', () => {
  let now = NOW;
  const dhan = new DhanServer(() => now);
  before(() => dhan.start());
  after(() => dhan.close());
  beforeEach(() => {
    now = NOW;
    dhan.reset({ holdings: 2, trades: 9, leftOut: 0 });
  });

  const open = () => createDhan(hastySetting(dhan.url, () => now));
  const entered = (access_token: string, session: BrokerSession | null = null): Access => ({
    credentials: { client_id: DhanServer.CLIENT_ID, access_token },
    session,
  });
  const paths = () => dhan.requests.map(({ path }) => path);

  describe('has tokens', () => {
    it('that the profile dates: Indian time without saying so', async () => {
      const token = dhan.accessToken();
      now = new Date(NOW.getTime() + 5 * HOUR);
      const session = await open().connect(entered(token), { signal: NEVER });
      // Made at 06:00 UTC; it lives 24 hours.
      assert.deepEqual([session.issued_at, session.expires_at], [NOW, new Date('2026-03-03T06:00:00.000Z')]);
      assert.equal(session.values['access_token'], token);
      const [request] = dhan.requests;
      assert.equal(request?.headers['access-token'], token);
      assert.equal(request?.headers['dhanclientid'], DhanServer.CLIENT_ID);
    });

    it('whose times may be written in several ways', () => {
      assert.equal(momentOf('30/03/2025 15:37')?.toISOString(), '2025-03-30T10:07:00.000Z');
      assert.equal(momentOf('2025-03-30T15:37:20')?.toISOString(), '2025-03-30T10:07:20.000Z');
      assert.equal(momentOf('2025-03-30 15:37:20.0')?.toISOString(), '2025-03-30T10:07:20.000Z');
      assert.equal(momentOf('2030-01-01T00:00:00Z')?.toISOString(), '2030-01-01T00:00:00.000Z');
      for (const text of ['', 'NA', 'VALID', '31/02', '0001-01-01 00:00:00', '99/99/2025 10:00', null, 5])
        assert.equal(momentOf(text), null, String(text));
    });

    for (const form of ['token', 'accessToken'] as const)
      it(`that are renewed, the new one in ${form}; the old one is dead then`, async () => {
        dhan.renewForm = form;
        const first = await open().connect(entered(dhan.accessToken()), { signal: NEVER });
        now = new Date(NOW.getTime() + 20 * HOUR);
        const old = entered(first.values['access_token'] ?? '', first);
        const next = await open().renew(old, NEVER);
        assert.deepEqual([next.issued_at, next.expires_at], [now, new Date(now.getTime() + 24 * HOUR)]);
        assert.equal(await reasonOf(() => readAll(open(), old, RANGE)), 'TOKEN_EXPIRED');
        now = new Date(NOW.getTime() + 30 * HOUR);
        const read = await readAll(open(), entered(first.values['access_token'] ?? '', next), RANGE);
        assert.equal(read.holdings.length, 2);
        assert.equal(dhan.log.at(-1)?.token, next.values['access_token']);
      });

    it('that are not used past their end', async () => {
      const token = dhan.accessToken();
      const session = await open().connect(entered(token), { signal: NEVER });
      dhan.requests.length = 0;
      now = new Date(NOW.getTime() + 24 * HOUR);
      for (const act of [
        () => open().read(entered(token, session), NEVER),
        () => open().renew(entered(token, session), NEVER),
      ])
        assert.equal(await reasonOf(act), 'TOKEN_EXPIRED');
      assert.equal(dhan.requests.length, 0);
    });

    it('of which the one entered last counts', async () => {
      const session = await open().connect(entered(dhan.accessToken()), { signal: NEVER });
      const another = dhan.accessToken();
      const reading = await open().read(entered(another, session), NEVER);
      await reading.holdings();
      assert.equal(reading.session?.values['access_token'], another);
      assert.deepEqual([...new Set(dhan.log.slice(1).map(({ token }) => token))], [another]);
    });

    it('that a person may bring from the page instead', async () => {
      const brought = dhan.accessToken();
      const session = await open().connect(entered('a-token-that-ended'), {
        requestToken: ` ${brought} `,
        signal: NEVER,
      });
      assert.equal(session.values['access_token'], brought);
      const { holdings } = await readAll(open(), entered('a-token-that-ended', session), RANGE);
      assert.equal(holdings.length, 2);
    });

    it("that are refused where they are dead, or another person's", async () => {
      const connect = (access: Access) => reasonOf(() => open().connect(access, { signal: NEVER }));
      assert.equal(await connect(entered('never-was-a-token')), 'CREDENTIALS_REJECTED');
      const stranger = { client_id: '1100000000', access_token: dhan.accessToken() };
      assert.equal(await connect({ credentials: stranger, session: null }), 'CREDENTIALS_REJECTED');
      assert.equal(await connect({ credentials: { client_id: '1' }, session: null }), 'CREDENTIALS_REJECTED');
    });
  });

  describe('says why it cannot', () => {
    const json = (body: unknown) => JSON.stringify(body);
    const coded = (errorCode: string | number, errorMessage = '') =>
      json({ errorType: 'T', errorCode, errorMessage });
    const cases: [string, number, string, string][] = [
      ['DH-901', 401, coded('DH-901'), 'TOKEN_EXPIRED'],
      ['DH-902', 403, coded('DH-902'), 'PERMISSION_MISSING'],
      ['DH-903', 400, coded('DH-903'), 'PERMISSION_MISSING'],
      ['DH-904', 429, coded('DH-904'), 'RATE_LIMITED'],
      ['DH-904 under another status', 400, coded('DH-904'), 'RATE_LIMITED'],
      ['DH-905', 400, coded('DH-905', 'Missing required fields'), 'BROKER_ERROR'],
      ['DH-906', 400, coded('DH-906', 'Market is Closed!'), 'BROKER_ERROR'],
      ['DH-906 of a dead token', 400, coded('DH-906', 'Invalid Token'), 'TOKEN_EXPIRED'],
      ['DH-907', 400, coded('DH-907'), 'BROKER_ERROR'],
      ['DH-908', 500, coded('DH-908'), 'BROKER_ERROR'],
      ['DH-909', 500, coded('DH-909'), 'BROKER_ERROR'],
      ['DH-910', 400, coded('DH-910'), 'BROKER_ERROR'],
      ['a code nobody knows', 400, coded('DH-999'), 'BROKER_ERROR'],
      ['800', 200, coded(800), 'BROKER_ERROR'],
      ['805', 200, coded(805), 'RATE_LIMITED'],
      [
        '806 with 200 and no type',
        200,
        json({ errorCode: 806, errorMessage: 'Not subscribed' }),
        'PERMISSION_MISSING',
      ],
      [
        '806 as a field of data',
        200,
        json({ status: 'failed', data: { 806: 'Not subscribed' } }),
        'PERMISSION_MISSING',
      ],
      ['807', 401, coded('807'), 'TOKEN_EXPIRED'],
      ['808', 401, coded(808), 'CREDENTIALS_REJECTED'],
      ['809', 401, coded(809), 'CREDENTIALS_REJECTED'],
      ['814', 400, coded(814), 'BROKER_ERROR'],
      ['an error in a list', 200, json([{ status: 'ERROR', message: 'Something' }]), 'BROKER_ERROR'],
      [
        'a path that a gateway does not know',
        404,
        json({ timestamp: 1, status: 404, error: 'Not Found', path: '/v2/x' }),
        'ADDRESS_UNKNOWN',
      ],
      [
        'an internal error',
        500,
        json({ errorCode: 'INTERNAL_SERVER_ERROR', internalErrorCode: 'RS-9005' }),
        'BROKER_ERROR',
      ],
    ];
    for (const [title, status, body, reason] of cases)
      it(`${title} is ${reason}`, async () => {
        const session = await open().connect(entered(dhan.accessToken()), { signal: NEVER });
        const access = entered(session.values['access_token'] ?? '', session);
        for (const path of [/holdings/, /orders/, /trades$/, /trades\/.*\/0$/]) {
          dhan.calm();
          dhan.fail({ kind: 'status', status, type: 'application/json', body }, { path });
          assert.equal(await reasonOf(() => readAll(open(), access, RANGE)), reason, String(path));
        }
      });
  });

  it('an account that holds nothing is told by an error, and is no failure', async () => {
    dhan.books.holdings = [];
    const { holdings, trades } = await readAll(open(), entered(dhan.accessToken()), RANGE);
    assert.deepEqual(holdings, []);
    assert.equal(trades.length, 9);
  });

  it('another 500 may pass', async () => {
    dhan.fail(
      { kind: 'status', status: 500, type: 'application/json', body: '{}' },
      { path: /holdings/, times: 1 },
    );
    assert.equal((await readAll(open(), entered(dhan.accessToken()), RANGE)).holdings.length, 2);
  });

  it("asks for today's orders before today's fills, and for the history up to yesterday", async () => {
    await readAll(open(), entered(dhan.accessToken()), RANGE);
    assert.deepEqual(paths(), [
      '/v2/profile',
      '/v2/holdings',
      '/v2/orders',
      '/v2/trades',
      '/v2/trades/2026-02-01/2026-03-01/0',
      '/v2/trades/2026-02-01/2026-03-01/1',
      '/v2/trades/2026-02-01/2026-03-01/2',
    ]);
  });

  it('past days need no list of today', async () => {
    await readAll(open(), entered(dhan.accessToken()), { from: '2026-02-01', to: '2026-02-10' });
    assert.deepEqual(paths().slice(2), [
      '/v2/trades/2026-02-01/2026-02-10/0',
      '/v2/trades/2026-02-01/2026-02-10/1',
    ]);
  });

  it("a day's trades have the same ids when they are today's and when they are history", async () => {
    const token = dhan.accessToken();
    const session = await open().connect(entered(token), { signal: NEVER });
    const seen = await readAll(open(), entered(token, session), RANGE);
    // At midnight the day's fills go over into the history, which has neither numbers nor symbols.
    const past = dhan.books.trades.map(({ tradingSymbol, ...rest }) => ({
      ...rest,
      customSymbol: `Name of ${String(tradingSymbol)}`,
      exchangeTradeId: '0',
      exchangeTime: String(rest['exchangeTime']).replace(' ', 'T'),
      drvExpiryDate: 'NA',
      stt: 1,
    }));
    dhan.books = { ...dhan.books, history: [...past, ...dhan.books.history], orders: [], trades: [] };
    now = new Date(NOW.getTime() + 20 * HOUR);
    const later = await readAll(open(), entered(token, session), { from: '2026-02-01', to: '2026-03-03' });
    const ids = (trades: readonly { execution_id: string; quantity: string }[]) =>
      trades.map(({ execution_id, quantity }) => `${execution_id} × ${quantity}`).toSorted();
    assert.ok(past.length > 0);
    assert.deepEqual(ids(later.trades), ids(seen.trades));
  });

  it(`${ORDERS} orders come through, page after page`, async () => {
    dhan.reset({ holdings: 1, trades: ORDERS, leftOut: 0 });
    const { trades } = await readAll(open(), entered(dhan.accessToken()), { from: null, to: '2026-03-02' });
    assert.equal(new Set(trades.map(({ execution_id }) => execution_id)).size, ORDERS);
    // Of 5,000: 285 full pages, the ends of the stretches, and a day alone for each pair that a page's end divides.
    assert.ok(dhan.requests.length < ORDERS * 0.09, `${dhan.requests.length} requests`);
  });
});
