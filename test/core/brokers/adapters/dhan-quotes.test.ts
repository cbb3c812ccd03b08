import assert from 'node:assert/strict';
import type { Access, Quotable } from '../../../../core/brokers/adapter.ts';
import { profiledSession } from '../../../../core/brokers/adapters/dhan-session.ts';
import { createDhan } from '../../../../core/brokers/adapters/dhan.ts';
import { dhanQuote } from '../../../support/dhan-books.ts';
import { DhanServer } from '../../../support/dhan-server.ts';
import { limitsOfAProcess } from './contract-subject.ts';
import { hastySetting, NEVER, reasonOf } from './reading.ts';

const NOW = new Date('2026-03-02T06:00:00.000Z');

describe('portfolio/Price refresh rules 2: dhan’s market quotes', () => {
  const dhan = new DhanServer(() => NOW);
  before(() => dhan.start());
  after(() => dhan.close());
  beforeEach(() => {
    dhan.reset({ holdings: 0, trades: 0, leftOut: 0 });
  });

  function access(): Access {
    const token = dhan.accessToken();
    const credentials = { client_id: DhanServer.CLIENT_ID, access_token: token };
    const profile = { dhanClientId: DhanServer.CLIENT_ID, tokenValidity: dhan.validity(token) };
    return { credentials, session: profiledSession(credentials, token, profile, NOW) };
  }
  const share = (security_id: string | null, more: Partial<Quotable> = {}): Quotable => ({
    symbol: `S${security_id}`,
    isin: null,
    security_id,
    asset_class: 'Indian Equity',
    currency: 'INR',
    ...more,
  });
  const quotes = (wanted: Quotable[], adapter = createDhan(hastySetting(dhan.url, NOW))) =>
    adapter.quotes?.(access(), wanted, NEVER);
  const asked = () =>
    dhan.requests.map(({ method, path, body }) => [method, path, JSON.parse(body) as unknown]);

  it('tell the price, the close before it and the day of the last trade', async () => {
    dhan.quotes = {
      'NSE_EQ:11536': dhanQuote(4520.5, NOW, { net_change: 12.25 }),
      // After the session `ohlc.close` is the day's own close: the change tells the one before.
      'NSE_EQ:1333': dhanQuote(1500, NOW, {
        net_change: -2.5,
        ohlc: { open: 1, close: 1500, high: 1, low: 1 },
        last_trade_time: '27/02/2026 15:29:59',
      }),
    };
    assert.deepEqual(await quotes([share('1333'), share('11536')]), [
      // 1500 + 2.5
      { price: '1500', previous_close: '1502.5', as_of: '2026-02-27' },
      // 4520.5 − 12.25
      { price: '4520.5', previous_close: '4508.25', as_of: '2026-03-02' },
    ]);
    assert.deepEqual(asked(), [['POST', '/v2/marketfeed/quote', { NSE_EQ: [1333, 11536] }]]);
    const [request] = dhan.requests;
    assert.equal(request?.headers['client-id'], DhanServer.CLIENT_ID);
    assert.match(String(request?.headers['access-token']), /^eyJ/);
  });

  it('come from the NSE first, then from the BSE; an id of the BSE’s scrip codes from there first', async () => {
    dhan.quotes = {
      'NSE_EQ:11536': dhanQuote(10, NOW),
      'BSE_EQ:11536': dhanQuote(99, NOW),
      'BSE_EQ:2031': dhanQuote(20, NOW),
      'BSE_EQ:532540': dhanQuote(30, NOW),
      // Another company's share that happens to have the number at the NSE.
      'NSE_EQ:532540': dhanQuote(77, NOW),
    };
    const found = await quotes(['2031', '532540', '11536', '404'].map((id) => share(id)));
    assert.deepEqual(
      found?.map((quote) => quote?.price ?? null),
      ['20', '30', '10', null],
    );
    assert.deepEqual(asked(), [
      ['POST', '/v2/marketfeed/quote', { NSE_EQ: [2031, 11536, 404], BSE_EQ: [532540] }],
      ['POST', '/v2/marketfeed/quote', { BSE_EQ: [2031, 404] }],
    ]);
  });

  it('are not asked about what has no id there, funds, other currencies, and about nothing at all', async () => {
    const wanted = [
      share(null),
      share('INE467B01029'),
      share('11536', { asset_class: 'Mutual Fund' }),
      share('11536', { currency: 'USD' }),
    ];
    assert.deepEqual(await quotes(wanted), [null, null, null, null]);
    assert.deepEqual(await quotes([]), []);
    assert.equal(dhan.requests.length, 0);
  });

  it('a share that was not traded has no price of this session: its last one is of an untold day', async () => {
    dhan.quotes['NSE_EQ:1'] = dhanQuote(368.15, NOW, {
      last_trade_time: '01/01/1980 00:00:00',
      net_change: 0,
    });
    dhan.quotes['NSE_EQ:2'] = dhanQuote(0, NOW);
    assert.deepEqual(await quotes([share('1'), share('2')]), [null, null]);
  });

  it('are asked for 1,000 at a time, one request a second', async () => {
    const { limits, now } = limitsOfAProcess();
    const ids = Array.from({ length: 1001 }, (_, index) => String(1 + index));
    for (const id of ids) dhan.quotes[`NSE_EQ:${id}`] = dhanQuote(5, NOW);
    dhan.keepRates(now);
    const adapter = createDhan({ ...hastySetting(dhan.url, NOW), limits });
    const found = await quotes(
      ids.map((id) => share(id)),
      adapter,
    );
    assert.equal(
      found?.every((quote) => quote?.price === '5'),
      true,
    );
    assert.deepEqual(
      dhan.requests.map(({ body }) => (JSON.parse(body) as { NSE_EQ: number[] }).NSE_EQ.length),
      [1000, 1],
    );
    assert.equal(dhan.refused, 0);
  });

  for (const plan of ['806', 'DH-902'] as const)
    it(`an account without the paid Data APIs is told so (${plan}): PERMISSION_MISSING`, async () => {
      dhan.dataPlan = plan;
      assert.equal(await reasonOf(async () => await quotes([share('1')])), 'PERMISSION_MISSING');
    });

  it('no token past its end is sent for a price', async () => {
    const late = new Date(NOW.getTime() + 25 * 3_600_000);
    const adapter = createDhan(hastySetting(dhan.url, late));
    assert.equal(await reasonOf(async () => await quotes([share('1')], adapter)), 'TOKEN_EXPIRED');
    assert.equal(dhan.requests.length, 0);
  });
});
