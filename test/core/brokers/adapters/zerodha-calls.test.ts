import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Access, Quotable } from '../../../../core/brokers/adapter.ts';
import { createZerodha, endOfToken } from '../../../../core/brokers/adapters/zerodha.ts';
import { kiteFund } from '../../../support/kite-books.ts';
import { KiteServer } from '../../../support/kite-server.ts';
import { limitsOfAProcess } from './contract-subject.ts';
import { hastySetting, NEVER, readAll, reasonOf } from './reading.ts';

const NOW = new Date('2026-03-02T06:00:00.000Z');
const RANGE = { from: null, to: '2026-03-02' };

describe('zerodha', () => {
  const kite = new KiteServer(() => NOW);
  before(() => kite.start());
  after(() => kite.close());
  beforeEach(() => kite.reset({ holdings: 2, trades: 5, leftOut: 0 }));

  const open = () => createZerodha(hastySetting(kite.url, NOW));
  const access = (): Access => ({
    credentials: KiteServer.USER,
    session: { values: { access_token: kite.accessToken() }, issued_at: NOW, expires_at: null },
  });
  const login = (change: Record<string, string> = {}, requestToken = kite.requestToken()) =>
    open().connect(
      { credentials: { ...KiteServer.USER, ...change }, session: null },
      { requestToken, signal: NEVER },
    );

  it('a fund value without a day was dated on a holiday: it is that of the session before', async () => {
    Object.assign(kite.books, { holdings: [], funds: [kiteFund(0, { last_price_date: '' })] });
    const dated = async (at: string) =>
      (await readAll(createZerodha(hastySetting(kite.url, new Date(at))), access(), RANGE)).holdings.map(
        ({ price_as_of }) => price_as_of,
      );
    // Holi is Tuesday 3 March 2026. Sunday and Monday look back on Friday, Tuesday and Wednesday on Monday.
    assert.deepEqual(await dated('2026-03-01T06:00:00Z'), ['2026-02-27']);
    assert.deepEqual(await dated('2026-03-02T06:00:00Z'), ['2026-02-27']);
    assert.deepEqual(await dated('2026-03-03T06:00:00Z'), ['2026-03-02']);
    assert.deepEqual(await dated('2026-03-04T06:00:00Z'), ['2026-03-02']);
    assert.deepEqual(await dated('2026-03-05T06:00:00Z'), ['2026-03-04']);
  });

  describe('logs in', () => {
    it('with the checksum of key, token and secret, and never sends the secret', async () => {
      const requestToken = kite.requestToken();
      const session = await login({}, requestToken);
      const { api_key, api_secret } = KiteServer.USER;
      const checksum = createHash('sha256')
        .update(api_key + requestToken + api_secret)
        .digest('hex');
      const [request] = kite.requests;
      assert.deepEqual(Object.fromEntries(new URLSearchParams(request?.body)), {
        api_key,
        request_token: requestToken,
        checksum,
      });
      assert.deepEqual([session.issued_at, session.expires_at], [NOW, new Date('2026-03-03T00:30:00.000Z')]);
      assert.deepEqual(Object.keys(session.values), ['access_token']);
      assert.ok(!JSON.stringify(kite.requests).includes(api_secret));
    });

    it('at night gets a token that ends the same morning, at 06:00 in India', () => {
      // 03:00 in India on 3 March is 21:30 UTC on the 2nd; 06:00 is 00:30 UTC.
      assert.equal(endOfToken(new Date('2026-03-02T21:30:00Z')).toISOString(), '2026-03-03T00:30:00.000Z');
      assert.equal(endOfToken(new Date('2026-03-03T00:30:00Z')).toISOString(), '2026-03-04T00:30:00.000Z');
      assert.equal(endOfToken(new Date('2026-03-03T10:00:00Z')).toISOString(), '2026-03-04T00:30:00.000Z');
    });

    it('anew where the request token was used up, and with other keys where they are wrong', async () => {
      const used = kite.requestToken();
      await login({}, used);
      assert.equal(await reasonOf(() => login({}, used)), 'NEEDS_LOGIN');
      assert.equal(await reasonOf(() => login({ api_secret: 'another000secret' })), 'CREDENTIALS_REJECTED');
      assert.equal(await reasonOf(() => login({ api_key: 'anotherkey' })), 'CREDENTIALS_REJECTED');
    });

    it('as the person whom the client ID names, and nobody else', async () => {
      assert.equal(await reasonOf(() => login({ client_id: 'ZZ9999' })), 'CREDENTIALS_REJECTED');
      assert.equal((await login({ client_id: 'ab1234' })).values['access_token']?.startsWith('acc'), true);
    });

    it('on a page of its own, named after the key', () => {
      assert.equal(
        open().loginUrl(KiteServer.USER),
        `https://kite.zerodha.com/connect/login?v=3&api_key=${KiteServer.USER.api_key}`,
      );
      assert.equal(open().loginUrl({}), null);
    });

    it('only there: a token is not renewed, and without one nobody is asked', async () => {
      const none: Access = { credentials: KiteServer.USER, session: null };
      const ended = { values: { access_token: 'acc' }, issued_at: NOW, expires_at: NOW };
      assert.equal(await reasonOf(() => open().renew(access(), NEVER)), 'NEEDS_LOGIN');
      assert.equal(await reasonOf(() => open().read(none, NEVER)), 'NEEDS_LOGIN');
      assert.equal(await reasonOf(() => open().connect(none, { signal: NEVER })), 'NEEDS_LOGIN');
      assert.equal(await reasonOf(() => open().read({ ...none, session: ended }, NEVER)), 'NEEDS_LOGIN');
      assert.equal(kite.requests.length, 0);
    });

    it('a session that there is gets checked', async () => {
      const given = access();
      assert.equal(await open().connect(given, { signal: NEVER }), given.session);
      assert.deepEqual(
        kite.requests.map(({ path }) => path),
        ['/user/profile'],
      );
    });
  });

  describe('says why it cannot, by the kind of error', () => {
    const kinds: [string, number, string][] = [
      ['TokenException', 403, 'NEEDS_LOGIN'],
      ['PermissionException', 403, 'PERMISSION_MISSING'],
      ['UserException', 403, 'PERMISSION_MISSING'],
      ['InputException', 400, 'BROKER_ERROR'],
      ['GeneralException', 500, 'BROKER_ERROR'],
      ['NetworkException', 503, 'BROKER_ERROR'],
      ['NetworkException', 429, 'RATE_LIMITED'],
      ['DataException', 502, 'BROKER_ERROR'],
      ['DataException', 504, 'BROKER_ERROR'],
      ['HoldingException', 400, 'BROKER_ERROR'],
      ['NovelException', 400, 'BROKER_ERROR'],
      ['TokenException', 200, 'NEEDS_LOGIN'],
    ];
    for (const [error_type, status, reason] of kinds)
      it(`${error_type} with ${status} is ${reason}, and its words are not repeated`, async () => {
        const body = JSON.stringify({
          status: 'error',
          message: 'key k1teapikey0000aa!',
          data: null,
          error_type,
        });
        kite.fail({ kind: 'status', status, type: 'application/json', body });
        assert.equal(
          await reasonOf(async () => {
            try {
              await readAll(open(), access(), RANGE);
            } catch (error) {
              assert.ok(!String(error).includes('k1teapikey'));
              throw error;
            }
          }),
          reason,
        );
      });
  });

  it('asks for holdings, fills and fund orders, once each, with the headers that Kite wants', async () => {
    await readAll(open(), access(), RANGE);
    assert.deepEqual(
      kite.requests.map(({ path }) => path),
      ['/portfolio/holdings', '/mf/holdings', '/trades', '/mf/orders'],
    );
    for (const { headers } of kite.requests) {
      assert.equal(headers['x-kite-version'], '3');
      assert.match(String(headers['authorization']), /^token k1teapikey0000aa:acc/);
    }
  });

  it('wants fund orders of seven days only', async () => {
    kite.books.fundOrders = [
      { ...kite.books.fundOrders[0], exchange_order_id: '1', exchange_timestamp: '2026-02-23' },
      { ...kite.books.fundOrders[0], exchange_order_id: '2', exchange_timestamp: '2026-02-22' },
    ];
    kite.books.trades = [];
    const { trades } = await readAll(open(), access(), RANGE);
    assert.deepEqual(
      trades.map(({ date }) => date),
      ['2026-02-23'],
    );
  });

  it('a list in which no row can be read is none', async () => {
    kite.books.holdings = [{ symbol: 'INFY', qty: 3 }];
    assert.equal(await reasonOf(() => readAll(open(), access(), RANGE)), 'BROKER_MALFORMED');
  });

  describe('portfolio/Price refresh rules 2: quotes', () => {
    const share = (symbol: string): Quotable => ({
      symbol,
      isin: null,
      security_id: null,
      asset_class: 'Indian Equity',
      currency: 'INR',
    });
    const quotes = (wanted: Quotable[]) => open().quotes?.(access(), wanted, NEVER);

    it('a share that was not traded today has no close of the session before its last trade', async () => {
      const last_trade_time = '2026-02-27 11:29:58';
      kite.quotes = {
        'NSE:QUIET': { last_price: 50, close: 50, last_trade_time, timestamp: '2026-03-02 11:30:00' },
      };
      assert.deepEqual(await quotes([share('QUIET')]), [
        { price: '50', previous_close: null, as_of: '2026-02-27' },
      ]);
    });

    it('come from the NSE first, then from the BSE, in the order asked for; what is no share of ours is not asked', async () => {
      kite.quotes = {
        'NSE:M&M': { last_price: 2701.05, close: 2690, last_trade_time: '2026-03-02 11:29:58' },
        'BSE:SUGAR': { last_price: 12.4, close: 0 },
        'NSE:HALTED': { last_price: 0, close: 7 },
        'BSE:BOTH': { last_price: 2 },
        'NSE:BOTH': { last_price: 1 },
      };
      const fund = { ...share('FUND'), asset_class: 'Mutual Fund' };
      const foreign = { ...share('AAPL'), currency: 'USD' };
      const wanted = [
        share('SUGAR'),
        fund,
        share('M&M'),
        share('HALTED'),
        foreign,
        share('BOTH'),
        share('M&M'),
      ];
      const mm = { price: '2701.05', previous_close: '2690', as_of: '2026-03-02' };
      assert.deepEqual(await quotes(wanted), [
        { price: '12.4', previous_close: null, as_of: null },
        null,
        mm,
        null,
        null,
        { price: '1', previous_close: null, as_of: null },
        mm,
      ]);
      const asked = kite.requests.map(({ path }) => new URL(path, 'http://kite').searchParams.getAll('i'));
      assert.deepEqual(asked, [
        ['NSE:SUGAR', 'NSE:M&M', 'NSE:HALTED', 'NSE:BOTH'],
        ['BSE:SUGAR', 'BSE:HALTED'],
      ]);
    });

    it('are asked for 500 at a time, one request a second', async () => {
      const { limits, now } = limitsOfAProcess();
      const adapter = createZerodha({ ...hastySetting(kite.url, NOW), limits });
      const wanted = Array.from({ length: 501 }, (_, index) => share(`S${index}`));
      for (const { symbol } of wanted) kite.quotes[`NSE:${symbol}`] = { last_price: 5 };
      kite.keepRates(now);
      const found = await adapter.quotes?.(access(), wanted, NEVER);
      assert.equal(
        found?.every((quote) => quote?.price === '5'),
        true,
      );
      assert.deepEqual(
        kite.requests.map(({ path }) => new URL(path, 'http://kite').searchParams.getAll('i').length),
        [500, 1],
      );
      assert.equal(kite.refused, 0);
    });

    it('nothing wanted asks nobody; a failure is a failure, and no list of nothing', async () => {
      assert.deepEqual(await quotes([]), []);
      assert.equal(kite.requests.length, 0);
      kite.fail({ kind: 'status', status: 503 });
      assert.equal(await reasonOf(async () => await quotes([share('INFY')])), 'BROKER_ERROR');
    });
  });
});
