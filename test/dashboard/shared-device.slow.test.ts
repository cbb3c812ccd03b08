import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { type TestApi, testApi } from '../support/api-client.ts';
import {
  becomes,
  browserOfProcess,
  buildDashboard,
  counts,
  shows,
  signIn,
  type Visit,
  visit,
} from './browser.ts';
import { closePages } from './shared-context.ts';

const ROW =
  'Portfolio,Symbol,Date,Type,Quantity,Price,Currency,Asset Class\\nMine,ABC,2025-06-02,BUY,5,100,INR,Stock\\n';
/** A script that sends files to the dashboard by a form, as another app or site does. */
const sender = (url: string, names: readonly string[]) => `(() => {
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', action: '${url}/import/shared', enctype: 'multipart/form-data' });
  const data = new DataTransfer();
  for (const name of ${JSON.stringify(names)}) data.items.add(new File(['${ROW}'], name, { type: 'text/csv' }));
  const input = Object.assign(document.createElement('input'), { type: 'file', name: 'files', multiple: true });
  input.files = data.files;
  form.append(input);
  document.body.append(form);
  form.submit();
})()`;

describe('a browser that several people and other sites use', function () {
  let dir: string;
  let browser: Browser;
  let world: TestApi;
  let elsewhere: Server;
  before(async function () {
    browser = (await browserOfProcess()) ?? this.skip();
    dir = await mkdtemp(path.join(tmpdir(), 'munim-shared-'));
    await cp(await buildDashboard(), dir, { recursive: true });
    world = await testApi({ dashboardDir: dir });
    const owner = (await world.core.identity.users.ensureOwner()).id;
    const held = {
      portfolio: 'Main',
      symbol: 'SECRETCO',
      asset_class: 'Indian Equity',
      currency: 'INR',
    } as const;
    await world.core.portfolio.holdings.create(
      owner,
      { ...held, quantity: 10, avg_buy_price: 3000, current_price: 3300 },
      { actor: 'test' },
    );
  });
  after(async () => {
    elsewhere?.close();
    if (browser !== undefined) await closePages(browser);
    await world?.close();
    if (dir !== undefined) await rm(dir, { recursive: true });
  });

  /** A visit whose service worker controls its page. */
  async function open(): Promise<Visit> {
    const at = await visit(browser, world, {
      serviceWorkers: 'allow',
      viewport: { width: 1280, height: 860 },
    });
    await signIn(at, world, '/settings');
    await becomes(async () => await at.page.evaluate('navigator.serviceWorker.controller !== null'), true);
    return at;
  }
  const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click();
  const waiting = (page: Page, title: string) => page.getByText(title, { exact: true }).waitFor();
  const imports = async () =>
    (
      await world.core.database.systemPool.query<{ file_name: string }>(
        'select file_name from portfolio.imports',
      )
    ).rows.length;
  const isStored = async (page: Page) => await page.evaluate<boolean>(`caches.has('munim-shared')`);

  it('the next person who signs in after an ended session sees nothing of the first', async () => {
    const at = await visit(browser, world, { apart: true });
    await signIn(at, world, '/holdings');
    const { page, context } = at;
    await page.getByText('SECRETCO').first().waitFor();
    await world.signedIn('ravi');
    await context.clearCookies();
    await link(page, 'Watchlist');
    await page.getByRole('button', { name: 'I already have a code' }).waitFor();
    // The answers of the next person are late: what an earlier one left would be seen.
    let isOpen = false;
    await page.route('**/api/portfolio/**', async (route) => {
      await becomes(async () => isOpen, true);
      await route.continue().catch(() => undefined);
    });
    await page.getByLabel('Your login').fill('ravi');
    await page.getByRole('button', { name: 'I already have a code' }).click();
    await page.keyboard.type((await world.core.identity.signIn.issueCode('ravi')).code);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/');
    await link(page, 'Holdings');
    await page.getByRole('heading', { name: 'Holdings', level: 1 }).waitFor();
    await counts(page.getByText('SECRETCO'), 0);
    isOpen = true;
    await page
      .getByText(/No holdings/)
      .first()
      .waitFor();
    await counts(page.getByText('SECRETCO'), 0);
    await at.close();
  });

  it('a file that another app shares is read after a press, and is kept no longer', async () => {
    const at = await open();
    const { page } = at;
    await page.evaluate(sender('', ['trades – März.csv', 'b.csv']));
    await waiting(page, '2 files were shared');
    await shows(page.getByRole('main'), /trades – März\.csv \(0 kB\), b\.csv/);
    assert.equal(await imports(), 0);
    // A second share does not take the place of what is shown.
    await page.evaluate(sender('', ['c.csv']));
    await page.getByText(/^Files that were shared after these did not arrive/).waitFor();
    await waiting(page, '2 files were shared');
    await page.getByRole('button', { name: 'Discard' }).click();
    await waiting(page, 'Drop your files here');
    await becomes(async () => await isStored(page), false);
    await page.evaluate(sender('', ['trades.csv']));
    await page.getByRole('button', { name: 'Read it' }).click();
    await page.getByRole('button', { name: 'Import 1 row' }).waitFor();
    assert.equal(page.url(), `${world.url}/data/import`);
    await becomes(async () => await isStored(page), false);
    await page.goto('/data/import?shared');
    await waiting(page, 'The shared file did not arrive');
    assert.equal(await imports(), 1);
    await at.close();
  });

  it('more files than the Import page takes are not stored, and old ones are deleted', async () => {
    const at = await open();
    const { page } = at;
    await page.evaluate(
      sender(
        '',
        Array.from({ length: 201 }, (_, index) => `${index}.csv`),
      ),
    );
    await waiting(page, 'The shared file did not arrive');
    assert.equal(await isStored(page), false);
    await page.evaluate(`caches.open('munim-shared').then((cache) => cache.put('/shared/0', new Response('a',
      { headers: { 'X-Name': 'old.csv', 'X-At': String(Date.now() - 11 * 60_000) } })))`);
    await page.goto('/');
    await becomes(async () => await isStored(page), false);
    await at.close();
  });

  it('a file that was shared while no one is signed in goes to no one', async () => {
    const at = await open();
    const { page, context } = at;
    await context.clearCookies();
    await page.evaluate(sender('', ['of-asha.csv']));
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await becomes(async () => await isStored(page), false);
    await at.close();
  });

  it('a form of another site opens the Import page without its file', async () => {
    elsewhere = createServer((_, response) => response.end('<!doctype html><body></body>')).listen(
      0,
      '127.0.0.2',
    );
    await new Promise((resolve) => elsewhere.once('listening', resolve));
    const { port } = elsewhere.address() as { port: number };
    const at = await open();
    const { page } = at;
    await page.goto(`http://127.0.0.2:${port}/`);
    await page.evaluate(sender(world.url, ['evil.csv']));
    await waiting(page, 'The shared file did not arrive');
    await counts(page.getByText('evil.csv'), 0);
    await at.close();
  });
});
