import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { type TestApi, testApi } from '../support/api-client.ts';
import { becomes, browserOfProcess, buildDashboard, counts, signIn, visit } from './browser.ts';
import { closePages } from './shared-context.ts';

describe('a browser that several people and other sites use', function () {
  let dir: string;
  let browser: Browser;
  let world: TestApi;
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
    if (browser !== undefined) await closePages(browser);
    await world?.close();
    if (dir !== undefined) await rm(dir, { recursive: true });
  });

  const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click();

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
});
