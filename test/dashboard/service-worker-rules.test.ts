import assert from 'node:assert/strict';
import fc from 'fast-check';
import { MOST_FILES } from '../../api/dashboard/src/pages/import/most-files.ts';
import { kindOf, MOST_SHARED, noticeOf, pageAddress } from '../../api/dashboard/worker/rules.ts';
import { LARGEST_CSV } from '../../api/routes/csv.ts';

const ORIGIN = 'https://munim.lan';
const FILES = ['/index.html', '/color-scheme.js'];

describe('rules of the service worker', () => {
  const kind = (path: string, change: Partial<Parameters<typeof kindOf>[0]> = {}) => {
    const usual = { method: 'GET', mode: 'cors', referrer: '', site: null, isPartial: false };
    return kindOf({ ...usual, url: new URL(path, ORIGIN).href, ...change }, ORIGIN, FILES);
  };

  it('pages come from the network, assets and listed files from the cache', () => {
    for (const path of ['/', '/holdings', '/holdings/INFY?portfolio=Main', '/policies/plans/7', '/apiary'])
      assert.equal(kind(path, { mode: 'navigate' }), 'PAGE', path);
    for (const path of ['/assets/index-1a2b.js', '/color-scheme.js', '/index.html'])
      assert.equal(kind(path), 'FILE', path);
  });

  it('API, sockets, health, downloads, changes, parts of files and other origins are left to the browser', () => {
    for (const path of ['/api/portfolio/dashboard', '/ws/live', '/healthz', '/metrics', '/sw.js', '/x.csv'])
      for (const mode of ['cors', 'navigate', 'websocket']) assert.equal(kind(path, { mode }), null, path);
    assert.equal(kind('/api', { mode: 'navigate' }), null);
    assert.equal(kind('/holdings', { method: 'POST', mode: 'navigate' }), null);
    assert.equal(kind('/assets/index-1a2b.js', { isPartial: true }), null);
    assert.equal(kind('https://elsewhere.example/assets/a.js'), null);
  });

  it('only a form that opens a page may share files', () => {
    assert.equal(kind('/import/shared', { method: 'POST', mode: 'navigate' }), 'SHARED');
    assert.equal(kind('/import/shared', { method: 'POST', mode: 'cors' }), null);
    assert.equal(kind('https://elsewhere.example/import/shared', { method: 'POST', mode: 'navigate' }), null);
  });

  it('a form of another site shares nothing, wherever the browser shows who sent it', () => {
    const sent = (change: object) => kind('/import/shared', { method: 'POST', mode: 'navigate', ...change });
    for (const referrer of [
      'https://elsewhere.example/',
      'https://munim.lan.elsewhere.example/a',
      'http://munim.lan/',
    ])
      assert.equal(sent({ referrer }), 'REFUSED', referrer);
    for (const site of ['cross-site', 'same-site']) assert.equal(sent({ site }), 'REFUSED', site);
    // A share of the system, and a form of this dashboard.
    for (const referrer of ['', 'about:client', `${ORIGIN}/settings`])
      assert.equal(sent({ referrer }), 'SHARED');
    for (const site of ['none', 'same-origin', null]) assert.equal(sent({ site }), 'SHARED');
  });

  it('as much may be shared as the Import page and the server take', () => {
    assert.deepEqual(MOST_SHARED, { files: MOST_FILES, bytes: LARGEST_CSV });
  });

  it('a notification shows the message of its push', () => {
    const data = JSON.stringify({
      web_push: 8030,
      app_badge: 3,
      notification: {
        title: 'Price alert: TCS',
        body: 'Above your level.',
        navigate: `${ORIGIN}/holdings/TCS?portfolio=Main`,
        tag: 'alert-7',
        silent: true,
      },
    });
    assert.deepEqual(noticeOf(data, ORIGIN), {
      title: 'Price alert: TCS',
      unread: 3,
      options: {
        body: 'Above your level.',
        tag: 'alert-7',
        silent: true,
        icon: '/icons/app-192.png',
        badge: '/icons/badge-96.png',
        data: { path: '/holdings/TCS?portfolio=Main' },
      },
    });
  });

  it('a notification leads to a page of this dashboard only', () => {
    for (const [address, page] of [
      ['/policies/plans/7', '/policies/plans/7'],
      ['https://elsewhere.example/', null],
      ['//elsewhere.example/x', null],
      ['javascript:alert(1)', null],
      ['https://munim.lan.elsewhere.example/', null],
      ['/api/policies/plans/7/approve', null],
      ['http://', null],
      [7, null],
    ] as const)
      assert.equal(pageAddress(address, ORIGIN), page, String(address));
  });

  it('any data shows a notification with a title, and with a page of this dashboard behind it', () => {
    const texts = fc.oneof(fc.string(), fc.json(), fc.constant(null));
    const messages = fc
      .record({
        title: fc.anything(),
        body: fc.anything(),
        navigate: fc.webUrl(),
        tag: fc.anything(),
        badge: fc.anything(),
      })
      .map(({ badge, ...notification }) =>
        JSON.stringify({ app_badge: badge, notification }, (_, value: unknown) =>
          typeof value === 'bigint' ? null : value,
        ),
      );
    fc.assert(
      fc.property(fc.oneof(texts, messages), (data) => {
        const { title, options, unread } = noticeOf(data, ORIGIN);
        assert.ok(title.length > 0 && typeof options.body === 'string');
        assert.ok(unread === null || (Number.isSafeInteger(unread) && unread >= 0));
        assert.equal(pageAddress(options.data.path, ORIGIN), options.data.path);
      }),
    );
    assert.equal(noticeOf('{', ORIGIN).options.body, 'Open Munim to see what is new.');
  });
});
