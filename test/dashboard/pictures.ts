/**
 * Makes the pictures of the guides from the running product: `npx tsx test/dashboard/pictures.ts [folder]`. Server, bot
 * and browser are real, the household is made up. Look at each picture before it goes in.
 */
import { mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startBot } from '../../bot/index.ts';
import { closeRenderer } from '../../charts/render.ts';
import { testApi } from '../support/api-client.ts';
import { closeTestRun, openTestRun } from '../support/postgres.ts';
import { buildDashboard, openBrowser, signIn, type Visit, visit } from './browser.ts';
import { liveThrough, movableClock } from './showcase.ts';

const LARGEST = 120_000;
const folder = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '../..'));

async function keep(name: string, png: Buffer): Promise<void> {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, png);
  const { size } = await stat(file);
  process.stdout.write(`${name}  ${Math.round(size / 1000)} kB\n`);
  if (size > LARGEST) throw new Error(`${name} is larger than ${LARGEST / 1000} kB`);
}

async function overview({ page }: Visit): Promise<void> {
  await page.goto('/');
  await page
    .getByRole('region', { name: /^Compared with/ })
    .locator('canvas')
    .waitFor();
  await page.waitForLoadState('networkidle');
  await page.mouse.move(0, 0);
  await keep('api/docs/overview.png', await page.screenshot());
}

async function chat({ page }: Visit): Promise<void> {
  await page.setViewportSize({ width: 1040, height: 960 });
  await page.goto('/chat');
  const input = page.getByRole('textbox', { name: 'Message' });
  const log = page.getByRole('log');
  await input.fill('How am I doing?');
  await input.press('Enter');
  await log.getByRole('button', { name: /Refresh/ }).waitFor();
  await keep('api/docs/chat.png', await log.screenshot());
}

await openTestRun();
const clock = movableClock();
const world = await testApi({ clock, dashboardDir: await buildDashboard() });
const bot = startBot(world.core, { telegram: false });
const browser = await openBrowser();
try {
  if (browser === null) throw new Error('There is no browser for this machine.');
  await bot.ready;
  const { id } = await world.core.identity.users.ensureOwner();
  await liveThrough(world.core, id, clock);
  const at = await visit(browser, world, { viewport: { width: 1280, height: 900 }, colorScheme: 'light' });
  await signIn(at, world);
  await overview(at);
  await chat(at);
} finally {
  await browser?.close();
  await bot.stop();
  await closeRenderer();
  await world.close();
  await closeTestRun();
}
