import assert from 'node:assert/strict';
import { createNseActions, readActionList } from '../../../../core/market/actions/nse-actions.ts';
import { createHttp, createLimiter, systemClock } from '../../../../core/platform/index.ts';
import { NseSiteServer, siteRow } from '../../../support/nse-site-server.ts';

const ALPHA = 'INE001A01010';
const DIVIDEND = { symbol: 'ALPHA', isin: ALPHA, subject: 'Dividend - Rs 3 Per Share', ex: '2026-03-10' };

describe('the list of corporate actions of NSE’s site', () => {
  let site: NseSiteServer;
  beforeEach(async () => {
    site = await new NseSiteServer([DIVIDEND]).start();
  });
  afterEach(() => site.close());

  const source = (timeoutMs = 50_000) =>
    createNseActions(
      createHttp({
        system: 'NSE',
        baseUrl: site.url,
        limiter: createLimiter({ concurrent: 1, perSecond: 1000 }),
        clock: systemClock,
        timeoutMs,
        retries: 0,
      }),
      site.url,
    );
  const paths = () => site.requests.map(({ path }) => path.split('?')[0]);

  it('asks by span in the order of days that the site writes, with the cookies of its page', async () => {
    const it = source();
    const answer = await it.listed('2026-03-01', '2026-03-31');
    assert.deepEqual(answer.actions, [
      {
        symbol: 'ALPHA',
        isin: ALPHA,
        subject: 'Dividend - Rs 3 Per Share',
        ex_date: '2026-03-10',
        record_date: '2026-03-10',
        face_value: '10',
      },
    ]);
    assert.match(site.requests.at(-1)?.path ?? '', /index=equities&from_date=01-03-2026&to_date=31-03-2026/);
    assert.equal(site.requests.at(-1)?.headers.cookie, 'nsit=session-1; AKA_A2=A');
    assert.equal(site.requests.length, 3);
    // The cookies are kept, until the site will not have them any more.
    await it.listed('2026-04-01', '2026-04-30');
    assert.equal(site.requests.length, 4);
    site.endSessions();
    assert.equal((await it.listed('2026-03-01', '2026-03-31')).actions?.length, 1);
    assert.equal(site.requests.length, 7);
  });

  it('a site that refuses in spite of cookies is asked once more and then left alone', async () => {
    site.fail({ kind: 'status', status: 403 }, { path: /^\/api/ });
    assert.deepEqual(await source().listed('2026-03-01', '2026-03-31'), {
      actions: null,
      failure: 'PROVIDER_ERROR',
    });
    assert.equal(paths().filter((path) => path?.startsWith('/api')).length, 2);
  });

  for (const [what, fault, failure] of [
    ['says nothing', { kind: 'hang' }, 'PROVIDER_TIMEOUT'],
    ['closes the connection', { kind: 'drop' }, 'PROVIDER_UNREACHABLE'],
    ['breaks off', { kind: 'cut' }, 'PROVIDER_UNREACHABLE'],
    ['wants fewer requests', { kind: 'status', status: 429 }, 'PROVIDER_RATE_LIMITED'],
    ['is down', { kind: 'status', status: 503 }, 'PROVIDER_ERROR'],
    ['answers with a page', { kind: 'body', body: '<html></html>', type: 'text/html' }, 'PROVIDER_MALFORMED'],
    [
      'answers with half a list',
      { kind: 'body', body: '[{"symbol":', type: 'application/json' },
      'PROVIDER_MALFORMED',
    ],
    [
      'answers with something else',
      { kind: 'body', body: '{"error":true}', type: 'application/json' },
      'PROVIDER_MALFORMED',
    ],
  ] as const)
    it(`never throws: a site that ${what}`, async () => {
      site.fail(fault);
      assert.deepEqual(
        await source(what === 'says nothing' ? 200 : undefined).listed('2026-03-01', '2026-03-31'),
        {
          actions: null,
          failure,
        },
      );
    });

  it('rows without a symbol, words or a day are counted; a list of such rows alone is none', () => {
    const good = siteRow(DIVIDEND);
    const read = readActionList([good, siteRow({ ...DIVIDEND, ex: null }), { ...good, symbol: null }]);
    assert.deepEqual([read?.actions.length, read?.unread], [1, 2]);
    assert.equal(readActionList([{ purpose: 'Dividend' }]), null);
    assert.equal(readActionList(['Dividend']), null);
    assert.deepEqual(readActionList([])?.actions, []);
  });

  it('what a row lacks is unknown, and an ISIN that cannot be one is none', () => {
    const [one] =
      readActionList([{ ...siteRow(DIVIDEND), isin: 'INE001A01011', recDate: '-', faceVal: '-' }])?.actions ??
      [];
    assert.deepEqual([one?.isin, one?.record_date, one?.face_value], [null, null, null]);
  });
});
