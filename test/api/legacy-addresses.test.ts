import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import fc from 'fast-check';
import { successorOf } from '../../api/legacy-addresses.ts';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';

// Bookmarks and scripts of earlier versions name /api/reports/…, /portfolio/… and /reports/…: they found nothing there.
describe('portfolio/Versioning 3: former addresses lead to those of today', () => {
  let world: TestApi;
  let client: ApiClient;
  before(async () => {
    world = await testApi();
    client = await world.signedIn('owner');
  });
  after(() => world.close());

  it('a report is found by its former address: query, method and body kept, the successor named', async () => {
    const old = await client.get('/api/reports/performance?portfolio=A%20B&from=2026-01-01');
    assert.equal(old.status, 308);
    assert.equal(
      old.headers.get('location'),
      '/api/portfolio/reports/performance?portfolio=A%20B&from=2026-01-01',
    );
    assert.equal(old.headers.get('link'), '</api/portfolio/reports/performance>; rel="successor-version"');
    assert.match(old.headers.get('deprecation') ?? '', /^@\d+$/);
    assert.equal(old.headers.get('cache-control'), 'no-store');
    const followed = await fetch(`${world.url}/api/reports/goal-scenario`, {
      method: 'POST',
      headers: { cookie: client.cookie ?? '', origin: world.url, 'content-type': 'application/json' },
      body: JSON.stringify({ goal_id: '999', monthly_sip: 1 }),
    });
    // The body came through: it is the goal that is missing.
    assert.deepEqual(
      [followed.status, ((await followed.json()) as { code: string }).code],
      [404, 'GOAL_NOT_FOUND'],
    );
    const read = await fetch(`${world.url}/api/reports/calendar`, {
      headers: { cookie: client.cookie ?? '' },
    });
    assert.deepEqual([read.status, read.redirected], [200, true]);
  });

  it('signed out, the way is told and the report itself asks to sign in', async () => {
    const stranger = await client.get('/api/reports/networth', { cookie: false });
    assert.equal(stranger.status, 308);
    const target = await client.get(stranger.headers.get('location') ?? '', { cookie: false });
    assert.equal(target.status, 401);
    // Beside the reports nothing under /api tells a stranger what there is.
    assert.equal((await client.get('/api/reports', { cookie: false })).status, 401);
    assert.equal((await client.get('/api/reports', {})).status, 404);
  });

  it('a page of the dashboard is found by its former address, without a session', async () => {
    for (const [old, now] of [
      ['/portfolio', '/'],
      ['/portfolio/', '/'],
      ['/portfolio/holdings', '/holdings'],
      ['/portfolio/holdings/12', '/holdings'],
      ['/portfolio/reports', '/analysis/performance'],
      ['/portfolio/reports/tax-lots', '/tax'],
      ['/reports', '/analysis/performance'],
      ['/reports/networth', '/net-worth'],
      ['/reports/overlap/', '/analysis/look-through'],
    ] as const) {
      const answer = await client.get(`${old}?portfolio=Main`, { cookie: false });
      assert.deepEqual([answer.status, answer.headers.get('location')], [308, `${now}?portfolio=Main`], old);
      assert.equal(answer.headers.get('link'), `<${now}>; rel="successor-version"`);
    }
    const posted = await client.request('POST', '/portfolio/holdings', { body: {} });
    assert.equal(posted.status, 405);
  });

  it('leaves the addresses of today, and names that no page ever had, to the app', () => {
    for (const path of [
      '/',
      '/portfolios',
      '/holdings',
      '/performance',
      '/reports.json',
      '/portfolio/whatever',
      '/reports/constructor',
      '/api/portfolio/reports/tax-lots',
      '/api/reports',
      '/api/reports/',
      '/assets/portfolio/holdings',
    ])
      assert.equal(successorOf(path), null, path);
  });

  it('each page it leads to is one of the dashboard', async () => {
    const tables = ['routes.tsx', 'option-routes.ts', 'subpages.ts'].map((name) =>
      readFile(new URL(`../../api/dashboard/src/${name}`, import.meta.url), 'utf8'),
    );
    const source = (await Promise.all(tables)).join('\n');
    const pages = new Set([...source.matchAll(/^ {4}path: '([^']+)'/gm)].map(([, page]) => page));
    const names = await readFile(new URL('../../api/legacy-addresses.ts', import.meta.url), 'utf8');
    const table = names.slice(0, names.indexOf('const ROOTS'));
    const known = [...table.matchAll(/^ {2}(?:\[)?'([a-z-]+)'/gm)].map(([, name]) => `/reports/${name}`);
    assert.ok(known.length > 35, 'the table of names is not found');
    for (const old of known) assert.ok(pages.has(successorOf(old) ?? ''), old);
    // And none of today's pages of the menu is missed by its own name.
    const ofMenu = [...pages].filter((page) => page?.lastIndexOf('/') === 0 && page !== '/');
    for (const page of ofMenu) assert.equal(successorOf(`/portfolio${page}`), page);
  });

  it('never leads to another host, whatever the address', async () => {
    const odd = fc.constantFrom(
      '/',
      '//',
      '\\',
      '..',
      '.',
      '%2e%2e',
      '%2f',
      '@',
      ':',
      'evil.example',
      'tax',
      '?',
      ';',
    );
    fc.assert(
      fc.property(
        fc.constantFrom('/api/reports/', '/portfolio/', '/reports/', '//', '/'),
        fc.array(fc.oneof(odd, fc.webPath()), { maxLength: 6 }),
        (start, parts) => {
          const base = 'https://munim.example/';
          const to = successorOf(start + parts.join(''));
          if (to === null) return;
          const url = new URL(to, base);
          assert.equal(url.host, 'munim.example');
          assert.ok(to.startsWith('/') && !to.startsWith('//') && !url.pathname.startsWith('//'), to);
        },
      ),
    );
    const raw = await new Promise<{ status: number | undefined; to: string | undefined }>(
      (resolve, reject) => {
        const { hostname, port } = new URL(world.url);
        request({ hostname, port, path: '/api/reports/..//evil.example' }, (response) => {
          response.resume();
          resolve({ status: response.statusCode, to: response.headers.location });
        })
          .on('error', reject)
          .end();
      },
    );
    assert.deepEqual(raw, { status: 401, to: undefined });
  });
});
