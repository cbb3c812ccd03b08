import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, CDPSession, Page, Worker } from 'playwright-core';
import { type TestApi, testApi } from '../support/api-client.ts';
import { fitsPhone, inScheme, loadAxe, violations } from './accessibility.ts';
import { becomes, browserOfProcess, buildDashboard, shows, signIn, type Visit, visit } from './browser.ts';
import { closePages } from './shared-context.ts';

const UPDATE_AFTER_MS = 2_000;

/** What a worker did for a push message. */
interface Shown {
  title: string;
  options: { body: string; tag?: string; data: { path: string } };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** All that the browser keeps of this site, as texts: stored words, and addresses in caches. */
const keptIn = async (page: Page): Promise<string[]> =>
  await page.evaluate<string[]>(`(async () => {
    const kept = Object.entries({ ...localStorage }).map((pair) => pair.join(' '));
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) kept.push(new URL(url).pathname);
    return kept;
  })()`);
/** True if the worker opened this page from the device. */
const isStored = async (page: Page) =>
  await page.evaluate<boolean>(`'stored' in document.documentElement.dataset`);
const cacheNames = async (page: Page): Promise<string[]> => await page.evaluate<string[]>('caches.keys()');
const registrations = async (page: Page): Promise<number> =>
  await page.evaluate<number>('navigator.serviceWorker.getRegistrations().then((all) => all.length)');

describe('the dashboard as an app, in a browser', function () {
  let dir: string;
  let browser: Browser;
  let world: TestApi;
  /** The server that answers now: another process after the first one was killed. */
  let server: TestApi;
  before(async function () {
    browser = (await browserOfProcess()) ?? this.skip();
    dir = await mkdtemp(path.join(tmpdir(), 'munim-app-'));
    await cp(await buildDashboard(), dir, { recursive: true });
    world = await testApi({ dashboardDir: dir, port: await freePort() });
    server = world;
    const owner = (await world.core.identity.users.ensureOwner()).id;
    await world.core.portfolio.holdings.create(
      owner,
      {
        portfolio: 'Main',
        symbol: 'TCS',
        asset_class: 'Indian Equity',
        currency: 'INR',
        quantity: 10,
        avg_buy_price: 3000,
        current_price: 3300,
      },
      { actor: 'test' },
    );
  });
  after(async () => {
    if (browser !== undefined) await closePages(browser);
    await world?.close();
    if (dir !== undefined) await rm(dir, { recursive: true });
  });

  /** A visit whose service worker controls its page. */
  async function open(address = '/settings'): Promise<Visit> {
    const at = await visit(browser, server, {
      serviceWorkers: 'allow',
      viewport: { width: 1280, height: 860 },
    });
    await signIn(at, server, address);
    await controlled(at.page);
    return at;
  }
  const controlled = async (page: Page) =>
    await becomes(async () => await page.evaluate('navigator.serviceWorker.controller !== null'), true);
  const keep = async ({ page }: Visit) => {
    await page.getByRole('switch', { name: 'Keep the last overview on this device' }).check({ force: true });
    await becomes(async () => (await keptIn(page)).some((one) => one.includes('TCS')), true, 'kept:');
  };
  const showsSaved = async (page: Page) => {
    await shows(page.getByRole('main'), /As of \d+ \w+ \d{4}, \d\d:\d\d, offline/);
    // 10 × 3300
    await shows(page.getByRole('region', { name: 'Value' }), /₹33,000\.00/);
    await shows(page.getByRole('region', { name: 'Holdings' }), /TCS.*10 units/s);
  };

  it('keeps nothing until a person chooses so; a deep link without a network then opens the last overview, read-only', async () => {
    const at = await open();
    const { page, context } = at;
    await page.getByRole('heading', { name: 'App and offline reading' }).waitFor();
    assert.ok(!(await keptIn(page)).some((one) => /TCS|\/api\//.test(one)));
    await context.setOffline(true);
    await page.goto('/holdings?sort=gain');
    await page.getByText('No connection to Munim').waitFor();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    await page.goto('/settings');
    await keep(at);
    assert.equal(await isStored(page), false);
    await context.setOffline(true);
    await page.goto('/holdings?sort=gain');
    await showsSaved(page);
    // It did not wait for an answer about the session.
    assert.equal(await isStored(page), true);
    assert.equal(new URL(page.url()).pathname, '/holdings');
    assert.deepEqual(await page.getByRole('button').allInnerTexts(), [
      'Try again',
      'Delete from this device',
    ]);
    assert.ok(!(await keptIn(page)).some((one) => one.startsWith('/api/')));
    await loadAxe(page);
    assert.deepEqual(await violations(page), []);
    await inScheme(page, 'dark');
    assert.deepEqual(await violations(page, { ofColours: true }), []);
    await fitsPhone(page, 'the last overview');
    await at.close();
  });

  it('a killed server: the overview is shown until it is back; after a sign-out nothing is left', async () => {
    const at = await open();
    const { page, context } = at;
    await keep(at);
    await server.api.close();
    await page.goto('/policies');
    await showsSaved(page);
    server = await world.neighbour();
    // the page finds the server by itself
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    const left = await keptIn(page);
    assert.ok(left.length > 20);
    assert.deepEqual(
      left.filter((one) => /TCS|33,000|last-overview|^\/api\/|^\/shared\//.test(one)),
      [],
    );
    await context.setOffline(true);
    await page.goto('/');
    await page.getByText('No connection to Munim').waitFor();
    await at.close();
  });

  it('a session that ended elsewhere deletes the overview with the next answer', async () => {
    const at = await open();
    const { page, context } = at;
    await keep(at);
    await context.clearCookies();
    await page.goto('/');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    assert.ok(!(await keptIn(page)).some((one) => one.includes('TCS')));
    await at.close();
  });

  it('can be installed: the browser finds no error in manifest, icons and worker', async () => {
    const at = await open('/');
    const session = await at.context.newCDPSession(at.page);
    const { url, errors } = await session.send('Page.getAppManifest');
    assert.deepEqual([new URL(url).pathname, errors], ['/manifest.webmanifest', []]);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    // An incognito window, as each visit is, installs nothing.
    assert.deepEqual(
      installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'),
      [],
    );
    assert.deepEqual(at.complaints, []);
    await at.close();
  });

  it('a push message always shows a notification; a press opens a page of this dashboard and nothing else', async () => {
    const at = await open('/holdings');
    const { page, context } = at;
    const worker = context.serviceWorkers()[0] ?? assert.fail('no worker');
    // This browser shows no notifications: what would be shown is noted.
    await worker.evaluate(`self.shown = [];
      self.badges = [];
      WorkerNavigator.prototype.setAppBadge = async (unread) => void self.badges.push(unread);
      ServiceWorkerRegistration.prototype.showNotification = async (title, options) => void self.shown.push({ title, options });`);
    const session = await context.newCDPSession(page);
    const push = await pushTo(session, server.url);
    const notification = { title: 'Price alert: TCS', body: 'Above your level.', tag: 'alert-7' };
    await push(
      JSON.stringify({
        web_push: 8030,
        app_badge: 4,
        notification: { ...notification, navigate: '/watchlist' },
      }),
    );
    await push('{ broken');
    const shown = async () => await worker.evaluate<Shown[]>('self.shown');
    await becomes(
      async () => (await shown()).map(({ title, options }) => [title, options.data.path]),
      [
        ['Price alert: TCS', '/watchlist'],
        ['Munim', '/notifications'],
      ],
    );
    assert.equal((await shown())[0]?.options.tag, 'alert-7');
    // A message that cannot be read leaves the number on the icon.
    assert.deepEqual(await worker.evaluate('self.badges'), [4]);
    await press(worker, '/watchlist', 'approve');
    await page.getByRole('heading', { name: 'Watchlist', exact: true }).waitFor();
    await press(worker, 'https://elsewhere.example/');
    await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor();
    await at.close();
  });

  it('a new version is offered and not forced; files of the old one stay while its page is open', async () => {
    const at = await open('/goals');
    const { page } = at;
    const [old = ''] = await cacheNames(page);
    const html = await readFile(path.join(dir, 'index.html'), 'utf8');
    const entry = /src="\/assets\/(index-[^"]+\.js)"/.exec(html)?.[1] ?? assert.fail();
    await writeFile(path.join(dir, 'assets/index-newer.js'), `import './${entry}';`);
    for (const [name, from, to] of [
      ['index.html', `src="/assets/${entry}"`, 'src="/assets/index-newer.js"'],
      [
        'sw.js',
        `"entry":"/assets/${entry}","files":[`,
        '"entry":"/assets/index-newer.js","files":["/assets/index-newer.js",',
      ],
    ] as const) {
      const text = await readFile(path.join(dir, name), 'utf8');
      assert.ok(text.includes(from), from);
      const newer = text.replace(from, to).replace(/"version":"\w+"/, '"version":"newer"');
      await writeFile(path.join(dir, name), newer);
      for (const ending of ['.br', '.gz']) await rm(path.join(dir, name + ending), { force: true });
    }
    await page.evaluate('navigator.serviceWorker.ready.then((one) => one.update()).then(() => undefined)');
    const reload = page.getByRole('button', { name: 'New version, reload' });
    await reload.waitFor();
    assert.deepEqual((await cacheNames(page)).toSorted(), [old, 'munim-files-newer'].toSorted());
    await reload.click();
    await becomes(
      async () => await page.evaluate(`document.querySelector('script[type=module]')?.getAttribute('src')`),
      '/assets/index-newer.js',
    );
    // The old page may still be closing while the first of these is opened.
    const afterVisit = async () => {
      await page.goto('/');
      return await cacheNames(page);
    };
    await becomes(afterVisit, ['munim-files-newer']);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    assert.equal(await reload.count(), 0);
    await at.close();
  });

  it('a broken worker, which answers every page with an error, is removed by the server', async () => {
    const file = path.join(dir, 'sw.js');
    await writeFile(
      file,
      `self.addEventListener('install', () => self.skipWaiting());
       self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
       self.addEventListener('fetch', (event) => event.respondWith(Response.error()));`,
    );
    const at = await open('/help');
    const { page } = at;
    await assert.rejects(page.goto('/goals'));
    await rm(file);
    // A browser looks for a newer worker a moment after each attempt to open a page, and not while the next is under way.
    while (
      await page.goto('/goals').then(
        () => false,
        () => true,
      )
    )
      await page.waitForTimeout(UPDATE_AFTER_MS);
    await page.getByRole('heading', { name: 'Goals', level: 1 }).waitFor();
    await becomes(async () => await registrations(page), 0);
    assert.deepEqual(await cacheNames(page), []);
    await at.close();
  });
});

/** Delivers push messages as a push service does. */
async function pushTo(session: CDPSession, origin: string): Promise<(data: string) => Promise<void>> {
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first !== undefined) resolve(first.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  return async (data) => {
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  };
}

/** Presses a notification, or one of its buttons. */
async function press(worker: Worker, to: string, action = ''): Promise<void> {
  await worker.evaluate(`{
    const event = new ExtendableEvent('notificationclick');
    Object.defineProperty(event, 'notification', { value: { close() {}, data: { path: ${JSON.stringify(to)} } } });
    Object.defineProperty(event, 'action', { value: ${JSON.stringify(action)} });
    self.dispatchEvent(event);
  }`);
}
