import assert from 'node:assert/strict';
import type { HistoryInstrument } from '../../../../core/market/history/index.ts';
import { NotANavHistory, readNavHistory } from '../../../../core/market/providers/mfapi-body.ts';
import { createMfapi } from '../../../../core/market/providers/mfapi.ts';
import { createHttp, createLimiter } from '../../../../core/platform/index.ts';
import { heldClock } from '../../../support/core.ts';
import { MfapiServer, type NavHistory, navHistoryBody, NO_SCHEME } from '../../../support/mfapi-server.ts';
import { historyProviderContract } from '../history/history-provider.contract.ts';

const clock = heldClock('2026-03-02T12:00:00.000Z');
const fund = (code: string, isin: string | null = null): HistoryInstrument => ({
  instrument_id: code,
  exchange: null,
  external_id: `amfi:${code}`,
  symbol: isin ?? code,
  isin,
  currency: 'INR',
  asset_class: 'Mutual Fund',
});
const FLEXI = 'INF879O01027';

describe('market/History of mfapi.in', () => {
  historyProviderContract(async () => {
    // Friday, Saturday (a liquid fund has a value), Monday; the days before and after are not asked for.
    const navs = { '2026-01-30': '85.12340', '2026-01-31': '85.13', '2026-02-02': '84.9' };
    const server = await new MfapiServer({
      122639: { isins: [FLEXI, null], navs: { '2013-05-28': '10', ...navs, '2026-02-03': '86' } },
      119551: { navs },
    }).start();
    return {
      server,
      fresh: (timeoutMs) =>
        createMfapi(
          createHttp({
            system: 'Double',
            baseUrl: server.url,
            clock,
            limiter: createLimiter({ concurrent: 5, perSecond: 1000 }),
            timeoutMs,
            retries: 1,
            backoffMs: 1,
          }),
        ),
      from: '2026-01-29',
      to: '2026-02-02',
      known: [
        { instrument: fund('122639', FLEXI), closes: Object.entries(navs) },
        { instrument: fund('119551'), closes: Object.entries(navs) },
      ],
      unknown: fund('999999'),
      foreign: { ...fund('1'), external_id: null, exchange: 'NSE', asset_class: 'ETF' },
      otherShape: {
        body: '{"meta":{"scheme_code":122639},"data":[{"date":"2026-02-02"}]}',
        type: 'application/json',
      },
    };
  });

  const read = (history: NavHistory, isin: string | null = FLEXI) =>
    readNavHistory(JSON.parse(navHistoryBody('122639', history)), {
      code: '122639',
      isin,
      from: '2026-01-01',
      to: '2026-03-02',
    });
  const navs = { '2026-01-30': '85.1234' };

  it('a body of another scheme is refused', () => {
    assert.throws(() => read({ navs, answersAs: 100_027 }), NotANavHistory);
  });

  it('ISINs that are not the fund’s are another fund’s, whichever of the two is its own', () => {
    assert.equal(read({ navs, isins: ['INF879O01019', null] }).failure, 'NAV_UNRESOLVED');
    assert.equal(read({ navs, isins: ['INF879O01019', FLEXI] }).failure, null);
    assert.equal(read({ navs, isins: [null, null] }).failure, null);
    assert.equal(read({ navs, isins: ['INF879O01019', null] }, null).failure, null);
  });

  it('days without a value are left out; zero and less are for price validation', () => {
    const { closes } = read({
      navs: { '2026-01-05': 'N.A.', '2026-01-06': '-', '2026-01-07': '0.00000', '2026-01-08': '1,107.1360' },
    });
    assert.deepEqual(closes, [
      { day: '2026-01-07', close: '0.00000' },
      { day: '2026-01-08', close: '1107.1360' },
    ]);
  });

  it('tells the first day of all, and that a value of the asked days is not out yet is no failure', () => {
    assert.deepEqual(read({ navs: { '2013-05-28': '10', '2025-12-31': '80' } }), {
      closes: [],
      splits: [],
      failure: null,
      begins_on: '2013-05-28',
    });
    assert.equal(read({ navs: { '2026-04-01': '80' } }).failure, 'NO_PRICE');
  });

  for (const [title, body] of [
    ['no object', []],
    ['no data', { meta: { scheme_code: 122_639 } }],
    [
      'a value that is no number',
      { meta: { scheme_code: 122_639 }, data: [{ date: '01-01-2026', nav: 'x' }] },
    ],
    ['a value without its text', { meta: { scheme_code: 122_639 }, data: [{ date: '01-01-2026', nav: 8 }] }],
    ['a day that is none', { meta: { scheme_code: 122_639 }, data: [{ date: '31-02-2026', nav: '8' }] }],
    [
      'a day the other way round',
      { meta: { scheme_code: 122_639 }, data: [{ date: '2026-02-01', nav: '8' }] },
    ],
    ['an empty row', { meta: { scheme_code: 122_639 }, data: [null] }],
    [
      'more days than there were',
      {
        meta: { scheme_code: 122_639 },
        data: Array.from({ length: 22_001 }, () => ({ date: '01-01-2026', nav: '8' })),
      },
    ],
  ] as const)
    it(`${title} is no history`, () => {
      const wanted = { code: '122639', isin: null, from: '2026-01-01', to: '2026-03-02' };
      assert.throws(() => readNavHistory(body, wanted), NotANavHistory);
    });

  it('a scheme that it does not know is NOT_FOUND', () => {
    const wanted = { code: '1', isin: null, from: '2026-01-01', to: '2026-03-02' };
    assert.equal(readNavHistory(JSON.parse(NO_SCHEME), wanted).failure, 'NOT_FOUND');
  });
});
