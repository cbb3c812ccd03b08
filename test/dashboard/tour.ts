/**
 * Takes a picture of every page, light and dark, wide and on a phone: `npx tsx test/dashboard/tour.ts folder`. Server and
 * browser are real, the household is made up.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { testApi } from '../support/api-client.ts';
import { closeTestRun, openTestRun } from '../support/postgres.ts';
import { inScheme, isDrawn } from './accessibility.ts';
import { buildDashboard, go, openBrowser, signIn, visit } from './browser.ts';
import { EVERYTHING_ON, everyAddress, furnishEverything } from './furnished.ts';
import { movableClock } from './showcase.ts';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const folder = path.resolve(process.argv[2] ?? '');
if (process.argv[2] === undefined) throw new Error('Say into which folder: tour.ts folder');

await openTestRun();
const clock = movableClock();
const world = await testApi({ clock, dashboardDir: await buildDashboard(), environment: EVERYTHING_ON });
const browser = await openBrowser();
try {
  if (browser === null) throw new Error('There is no browser for this machine.');
  await mkdir(folder, { recursive: true });
  const { id } = await world.core.identity.users.ensureOwner();
  const addresses = everyAddress(await furnishEverything(world, id, clock));
  const at = await visit(browser, world, { colorScheme: 'light' });
  const { page } = at;
  const takeAll = async (name: string): Promise<void> => {
    for (const size of SIZES)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize(size);
        await inScheme(page, colorScheme);
        const file = path.join(folder, `${name}-${size.width}-${colorScheme}.png`);
        await page.screenshot({ path: file, fullPage: true });
      }
  };
  await page.goto('/');
  await isDrawn(page, 'Sign in');
  await takeAll('sign-in');
  await signIn(at, world);
  for (const address of addresses) {
    await go(page, address);
    await isDrawn(page);
    await takeAll(address === '/' ? 'overview' : address.slice(1).replaceAll(/[/?=,]/g, '-'));
  }
} finally {
  await browser?.close();
  await world.close();
  await closeTestRun();
}
