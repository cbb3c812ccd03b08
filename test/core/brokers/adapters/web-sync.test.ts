import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { Access, BrokerAdapter, BrokerSession, TradePage } from '../../../../core/brokers/adapter.ts';
import { createWebSync } from '../../../../core/brokers/adapters/web-sync.ts';
import { BrokerFailure, NeedsOtpError } from '../../../../core/brokers/failure.ts';
import { createLimiter } from '../../../../core/platform/index.ts';
import { WebSyncServer } from '../../../support/web-sync-server.ts';
import { brokerAdapterContract } from './contract.ts';

const NOW = new Date('2026-03-02T06:00:00.000Z');
const NEVER = new AbortController().signal;
const { USER, DEVICE, SESSION } = WebSyncServer;

const session = (device = DEVICE): BrokerSession => ({
  values: {
    cookies: JSON.stringify(SESSION.cookies),
    csrf_token: SESSION.csrf,
    device_id: device,
  },
  issued_at: new Date('2026-03-01T18:00:00.000Z'),
  expires_at: null,
});

describe('portfolio/Connection sync rules 5: web_sync', () => {
  brokerAdapterContract({
    double: new WebSyncServer(),
    create: createWebSync,
    now: NOW,
    range: { from: null, to: '2026-03-02' },
    access: () => ({ credentials: USER, session: session() }),
    contentType: 'application/json',
    strangeBodies: ['[]', '{}', 'null', '"ok"', '{"holdings":{}}', '{"page_size":"many","transactions":[]}'],
    ended: 'TOKEN_EXPIRED',
    mostRequests: 6,
    skips: {
      'a session that ends mid-sync': 'it logs in again by itself: see below',
      renews: 'there is nothing to renew: it logs in when a sync needs it',
    },
  });

  describe('device trust', () => {
    const server = new WebSyncServer();
    let adapter: BrokerAdapter;
    before(() => server.start());
    after(() => server.close());
    beforeEach(() => {
      server.reset({ holdings: 2, trades: 5, leftOut: 0 });
      adapter = open(server);
    });

    it('a device never seen asks for a one-time password, and for nothing else', async () => {
      const error = await refused(() =>
        adapter.connect({ credentials: USER, session: null }, { signal: NEVER }),
      );
      assert.ok(error instanceof NeedsOtpError);
      assert.equal(error.reason, 'NEEDS_OTP');
      assert.deepEqual(Object.keys(error.otpSession).sort(), ['cookies', 'csrf_token', 'otp_token']);
      assert.equal(server.sentOtps.length, 1);
    });

    it('trust that lapsed between two syncs is told, and verifying goes on with what was kept', async () => {
      server.distrust(USER.user_id);
      const access: Access = { credentials: USER, session: session() };
      const error = await refused(() => readAll(adapter, access));
      assert.ok(error instanceof NeedsOtpError);
      // Another process, much later: only what was stored is there.
      const otpSession = JSON.parse(JSON.stringify(error.otpSession)) as Record<string, string>;
      const made = await verify(open(server), access, otpSession, server.sentOtps.at(-1)?.otp);
      assert.notEqual(made.values['device_id'], DEVICE);
      assert.ok(server.accounts.get(USER.user_id)?.devices.has(made.values['device_id'] ?? ''));
      const logins = server.logins;
      const { pages } = await readAll(open(server), { credentials: USER, session: made });
      assert.equal(pages.flatMap(({ trades }) => trades).length, 5);
      assert.equal(server.logins, logins);
    });

    it('the new device is trusted from then on: the next login asks for no password', async () => {
      server.distrust(USER.user_id);
      const access: Access = { credentials: USER, session: session() };
      const error = await refused(() => readAll(adapter, access));
      assert.ok(error instanceof NeedsOtpError);
      const made = await verify(adapter, access, error.otpSession, server.sentOtps.at(-1)?.otp);
      server.endSessions();
      const again = await readAll(adapter, { credentials: USER, session: made });
      assert.equal(again.session?.values['device_id'], made.values['device_id']);
      assert.equal(server.sentOtps.length, 1);
    });

    it('a wrong password is OTP_REJECTED and can be tried again; one that is too old stays so', async () => {
      const access: Access = { credentials: USER, session: null };
      const error = await refused(() => adapter.connect(access, { signal: NEVER }));
      assert.ok(error instanceof NeedsOtpError);
      const { otpSession } = error;
      const wrong = await refused(() => verify(adapter, access, otpSession, '000000'));
      assert.equal(reasonOf(wrong), 'OTP_REJECTED');
      const right = server.sentOtps.at(-1)?.otp;
      assert.ok((await verify(adapter, access, otpSession, ` ${right} `)).values['device_id']);

      const second = await refused(() => adapter.connect(access, { signal: NEVER }));
      assert.ok(second instanceof NeedsOtpError);
      server.ageOtp(USER.user_id);
      const old = await refused(() =>
        verify(adapter, access, second.otpSession, server.sentOtps.at(-1)?.otp),
      );
      assert.equal(reasonOf(old), 'OTP_REJECTED');
    });

    it('a login that nobody waits for any more takes no password', async () => {
      const access: Access = { credentials: USER, session: null };
      const error = await refused(() => adapter.connect(access, { signal: NEVER }));
      assert.ok(error instanceof NeedsOtpError);
      server.endSessions();
      const late = await refused(() =>
        verify(adapter, access, error.otpSession, server.sentOtps.at(-1)?.otp),
      );
      assert.equal(reasonOf(late), 'OTP_REJECTED');
      assert.equal(reasonOf(await refused(() => verify(adapter, access, {}, '123456'))), 'OTP_REJECTED');
    });

    it('a wrong PIN is CREDENTIALS_REJECTED and is tried once', async () => {
      const access: Access = { credentials: { ...USER, pin: '000000' }, session: null };
      assert.equal(reasonOf(await refused(() => readAll(adapter, access))), 'CREDENTIALS_REJECTED');
      assert.equal(server.logins, 1);
    });

    it('neither the failure nor what is logged of it holds cookie, token or PIN', async () => {
      const error = await refused(() =>
        adapter.connect({ credentials: USER, session: null }, { signal: NEVER }),
      );
      assert.ok(error instanceof NeedsOtpError);
      assert.doesNotMatch(error.message, /\d{4}/);
      const printed = inspect(error, { depth: 8 }) + JSON.stringify(error);
      for (const secret of [USER.pin, ...Object.values(error.otpSession)])
        assert.ok(!printed.includes(secret), printed);
    });
  });

  describe('sessions', () => {
    const server = new WebSyncServer();
    before(() => server.start());
    after(() => server.close());
    beforeEach(() => server.reset({ holdings: 3, trades: 250, leftOut: 4 }));

    for (const requests of [0, 1, 2, 3])
      it(`one that ends after ${requests} requests is begun anew, and nothing is missing or twice`, async () => {
        server.endSessions({ after: requests });
        const { pages, holdings, session: kept } = await readAll(open(server), access());
        const ids = pages.flatMap(({ trades }) => trades).map(({ execution_id }) => execution_id);
        assert.equal(ids.length, 250);
        assert.equal(new Set(ids).size, 250);
        assert.equal(holdings, 3);
        assert.equal(server.logins, 1);
        assert.equal(kept?.values['device_id'], DEVICE);
      });

    it('one that ends while trust has lapsed too: NEEDS_OTP in the middle of the sync', async () => {
      const reading = await open(server).read(access(), NEVER);
      await reading.holdings();
      server.distrust(USER.user_id);
      const error = await refused(async () => {
        for await (const page of reading.trades({ from: null, to: '2026-03-02' })) assert.equal(page, null);
      });
      assert.ok(error instanceof NeedsOtpError);
    });

    it('a backend that ends every session at once is not asked for ever: TOKEN_EXPIRED', async () => {
      server.fail(
        {
          kind: 'status',
          status: 401,
          type: 'application/json',
          body: '{"error":{"code":"SESSION_EXPIRED","message":"again"}}',
        },
        { path: /holdings/ },
      );
      assert.equal(reasonOf(await refused(() => readAll(open(server), access()))), 'TOKEN_EXPIRED');
      assert.ok(server.log.length <= 4);
    });

    it('portfolio/Connection sync rules 1: one that is past its time or 23 hours old is not even tried', async () => {
      for (const over of [
        { expires_at: new Date('2026-03-02T05:59:59.000Z') },
        { issued_at: new Date('2026-03-01T07:00:00.000Z') },
      ]) {
        server.log.length = 0;
        await readAll(open(server), { credentials: USER, session: { ...session(), ...over } });
        assert.equal(server.log[0]?.path, 'GET /api/session');
      }
    });
  });

  describe('pages', () => {
    const server = new WebSyncServer();
    before(() => server.start());
    after(() => server.close());
    const asked = () => server.log.filter(({ path }) => path === 'GET /api/transactions').length;

    for (const [trades, requests] of [
      [0, 2],
      [99, 2],
      [100, 3],
      [101, 3],
      [250, 4],
    ] as const)
      it(`${trades} transactions are read in ${requests} requests: until a short or empty page, and a look behind it`, async () => {
        server.reset({ holdings: 1, trades, leftOut: 0 });
        const { pages } = await readAll(open(server), access());
        assert.equal(pages.flatMap((page) => page.trades).length, trades);
        assert.equal(asked(), requests);
      });

    for (const [trades, requests] of [
      [0, 1],
      [99, 1],
      [100, 2],
      [250, 3],
    ] as const)
      it(`${trades} transactions of a backend that tells how many there are need no look behind: ${requests} requests`, async () => {
        server.reset({ holdings: 1, trades, leftOut: 0 });
        server.tellsTotal = true;
        const { pages } = await readAll(open(server), access());
        assert.equal(pages.flatMap((page) => page.trades).length, trades);
        assert.equal(asked(), requests);
      });

    it('a page is asked for when the one before it was taken, so that memory does not grow with the history', async () => {
      server.reset({ holdings: 1, trades: 5000, leftOut: 0 });
      const reading = await open(server).read(access(), NEVER);
      let pages = 0;
      for await (const { trades, whole } of reading.trades({ from: null, to: '2026-03-02' })) {
        // At the end it says of which days every trade came.
        if (whole !== undefined) continue;
        pages += 1;
        assert.equal(asked(), pages);
        assert.ok(trades.length <= 100);
      }
      assert.equal(pages, 50);
      await reading.close();
    });

    it('after 200 full pages it stops with TOO_MUCH_DATA', async () => {
      server.reset({ holdings: 1, trades: 30, leftOut: 0 });
      server.vary('endless pages');
      assert.equal(reasonOf(await refused(() => readAll(open(server), access()))), 'TOO_MUCH_DATA');
      assert.equal(asked(), 200);
    });

    it('a row that cannot be read is left out by name, the others stay', async () => {
      server.reset({ holdings: 2, trades: 4, leftOut: 0 });
      const account = server.accounts.get(USER.user_id);
      Object.assign(account?.transactions[1] ?? {}, { quantity: 'ten' });
      Object.assign(account?.transactions[2] ?? {}, { segment: 'WARRANT' });
      account?.holdings.push({ symbol: 'GONE', quantity: 0 }, { symbol: 'SHORT', quantity: -2 });
      const { pages, holdings, leftOut } = await readAll(open(server), access());
      assert.equal(pages.flatMap(({ trades }) => trades).length, 2);
      assert.deepEqual(
        pages.flatMap(({ left_out }) => left_out).map(({ reason }) => reason),
        ['UNREADABLE', 'UNKNOWN_KIND'],
      );
      assert.equal(holdings, 2);
      assert.deepEqual(leftOut, [{ what: 'SHORT', reason: 'UNREADABLE' }]);
    });

    it("a trade with the exchange's number has the id that the broker's own file gives it", async () => {
      server.reset({ holdings: 1, trades: 2, leftOut: 0 });
      const { pages } = await readAll(open(server), access());
      const [own, exchange] = pages.flatMap(({ trades }) => trades);
      assert.match(own?.execution_id ?? '', /^WEB:[0-9a-f]{12}:T0$/);
      assert.equal(exchange?.execution_id, 'NSE:2026-01-02:40000001');
    });

    it('two accounts never share an id, however the backend counts', async () => {
      server.reset({ holdings: 1, trades: 1, leftOut: 0 });
      server.addAccount('OTHER1', '1234', { holdings: 1, trades: 1, leftOut: 0 }).devices.add('d');
      const first = await readAll(open(server), access());
      const other = { ...session('d'), values: { device_id: 'd' } };
      const second = await readAll(open(server), {
        credentials: { user_id: 'OTHER1', pin: '1234' },
        session: other,
      });
      const id = ({ pages }: { pages: TradePage[] }) => pages[0]?.trades[0]?.execution_id;
      assert.notEqual(id(first), id(second));
    });
  });
});

function open(server: WebSyncServer): BrokerAdapter {
  return createWebSync({
    baseUrl: server.url,
    clock: { now: () => NOW },
    limits: { of: () => createLimiter({ concurrent: 1, perSecond: 100_000 }) },
    tuning: { timeoutMs: 50_000, retries: 0, backoffMs: 1 },
  });
}

const access = (): Access => ({ credentials: USER, session: session() });

async function readAll(adapter: BrokerAdapter, given: Access) {
  const reading = await adapter.read(given, NEVER);
  const { holdings, left_out } = await reading.holdings();
  const pages: TradePage[] = [];
  for await (const page of reading.trades({ from: null, to: '2026-03-02' })) pages.push(page);
  await reading.close();
  return { holdings: holdings.length, leftOut: left_out, pages, session: reading.session };
}

async function verify(
  adapter: BrokerAdapter,
  given: Access,
  otpSession: Readonly<Record<string, string>>,
  otp = '',
): Promise<BrokerSession> {
  assert.ok(adapter.verifyOtp !== undefined);
  return await adapter.verifyOtp(given, otpSession, otp, NEVER);
}

async function refused(act: () => Promise<unknown>): Promise<unknown> {
  try {
    await act();
  } catch (error) {
    return error;
  }
  return assert.fail('it was not refused');
}

function reasonOf(error: unknown): string {
  assert.ok(error instanceof BrokerFailure, String(error));
  return error.reason;
}
