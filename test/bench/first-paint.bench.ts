import type { Browser } from 'playwright-core';
import { type TestApi, testApi } from '../support/api-client.ts';
import { closeTestRun, openTestRun } from '../support/postgres.ts';
import { becomes, buildDashboard, openBrowser, signIn, visit } from '../dashboard/browser.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';

const HOLDINGS = 50;
const LOADS = 5;
const SLOWED = 4;
const GOAL_MS = 1_000;

/** Runs in the page: when it first painted something of its content, in milliseconds after it was asked for. */
const PAINTED = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null`;
const VALUE = 'Value';
const PHONE = { width: 390, height: 844 };
const KEEPS = 'Keep the last overview on this device';
/** Where the manifest lets the installed app begin. */
const START = '/?source=app';
/** Runs in each page from its beginning: notes when the frame with the value was painted, in milliseconds. */
const NOTES_VALUE = `new MutationObserver((_, observer) => {
  if (document.querySelector('[aria-label="${VALUE}"]') === null) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => (window.valueShownAt = performance.now())));
}).observe(document, { childList: true, subtree: true })`;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function firstPaint(browser: Browser, world: TestApi): Promise<BenchmarkResult> {
  const at = await visit(browser, world, { viewport: { width: 1280, height: 860 }, apart: true });
  const { page } = at;
  await signIn(at, world);
  const session = await at.context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  const paints: number[] = [];
  const figures: number[] = [];
  for (let load = 0; load < LOADS; load += 1) {
    // a first visit
    await session.send('Network.clearBrowserCache');
    const began = performance.now();
    await page.goto('/');
    await page.getByRole('region', { name: VALUE, exact: true }).waitFor();
    figures.push(performance.now() - began);
    const painted = await page.evaluate<number | null>(PAINTED);
    if (painted === null) throw new Error('nothing was painted');
    paints.push(painted);
  }
  await at.close();
  return result(
    `first contentful paint of the overview, nothing kept, a processor ${SLOWED} times slower`,
    median(paints),
    ['until its figures stand there', median(figures)],
  );
}

/** The installed app as it is opened: its worker is stopped, its files and the last overview are on the device. */
async function startWithoutNetwork(browser: Browser, world: TestApi): Promise<BenchmarkResult> {
  const at = await visit(browser, world, { viewport: PHONE, apart: true, serviceWorkers: 'allow' });
  const { page, context } = at;
  await signIn(at, world, '/settings');
  const becomesTrue = async (read: string) => await becomes(() => page.evaluate<boolean>(read), true);
  await becomesTrue('navigator.serviceWorker.controller !== null');
  await page.getByRole('switch', { name: KEEPS }).check({ force: true });
  await becomesTrue(`localStorage.getItem('munim-last-overview') !== null`);
  await page.addInitScript(NOTES_VALUE);
  const session = await context.newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  const starts = async (): Promise<number> => {
    const shown: number[] = [];
    for (let load = 0; load < LOADS; load += 1) {
      await page.goto('about:blank');
      await session.send('ServiceWorker.stopAllWorkers');
      await page.goto(START);
      await becomesTrue('window.valueShownAt > 0');
      shown.push(await page.evaluate<number>('window.valueShownAt'));
    }
    return median(shown);
  };
  const online = await starts();
  await world.api.close();
  const offline = await starts();
  await at.close();
  return result(
    `start of the installed app without a network until the saved value is painted, a processor ${SLOWED} times slower`,
    offline,
    ['the same with a network, its value from the server', online],
  );
}

const result = (name: string, value: number, [peer, peerValue]: [string, number]): BenchmarkResult => ({
  name,
  value: Math.round(value),
  unit: 'ms',
  peer,
  peer_value: Math.round(peerValue),
  ratio: Math.round((value / peerValue) * 100) / 100,
  goal: `under ${GOAL_MS} ms`,
  met: value < GOAL_MS,
});

async function run(): Promise<BenchmarkResult[]> {
  const ownRun = process.env['MUNIM_TEST_RUN_DIR'] === undefined;
  if (ownRun) await openTestRun();
  const world = await testApi({
    dashboardDir: await buildDashboard(),
    requestsPerMinute: 1e9,
    checkResponses: false,
  });
  const browser = await openBrowser();
  try {
    if (browser === null) return [];
    const { id } = await world.core.identity.users.ensureOwner();
    for (let at = 0; at < HOLDINGS; at += 1) {
      const row = {
        portfolio: `Portfolio ${at % 3}`,
        symbol: `SYMBOL${at}`,
        asset_class: 'Indian Equity',
        currency: 'INR',
        quantity: 1 + at,
        avg_buy_price: 100 + at,
        current_price: 90 + at * 1.1,
      };
      await world.core.portfolio.holdings.create(id, row, { actor: 'bench' });
    }
    return [await firstPaint(browser, world), await startWithoutNetwork(browser, world)];
  } finally {
    await browser?.close();
    await world.close();
    if (ownRun) await closeTestRun();
  }
}

export const bench: Benchmark = { name: 'first-paint', run };
