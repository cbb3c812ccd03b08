/** How each test of the dashboard in a browser begins and ends. */
import type { Browser, Page } from 'playwright-core';
import { type TestApi, type TestApiOptions, testApi } from '../support/api-client.ts';
import { buildDashboard, browserOfProcess, signIn, type Visit, visit } from './browser.ts';
import { closePages } from './shared-context.ts';
import { type MovableClock, movableClock } from './showcase.ts';

export interface Dashboard {
  browser: Browser;
  world: TestApi;
  /** The id of the owner. */
  owner: string;
  clock: MovableClock;
  /** Closes every page, and the server. */
  readonly close: () => Promise<void>;
}

export interface DashboardOptions extends TestApiOptions {
  /** When the test begins, by a clock that goes on from there; now where nothing is said. */
  now?: Date;
}

/** Where the servers of this process are, one after the other: from one address a browser loads its scripts once. */
let port = 0;

/** The dashboard on a server of its own. Where there is no browser for this machine, the tests are skipped. */
export async function openDashboard(
  suite: Mocha.Context,
  { now, ...options }: DashboardOptions = {},
): Promise<Dashboard> {
  const browser = (await browserOfProcess()) ?? suite.skip();
  const clock = movableClock();
  if (now !== undefined) clock.put(now);
  const world = await testApi({ clock, dashboardDir: await buildDashboard(), port, ...options });
  port = Number(new URL(world.url).port);
  return {
    browser,
    world,
    clock,
    owner: (await world.core.identity.users.ensureOwner()).id,
    async close() {
      await closePages(browser);
      await world.close();
    },
  };
}

export interface SignedIn extends Dashboard {
  at: Visit;
  page: Page;
}

/**
 * The owner, signed in at a dashboard where everything is as `prepared`. @param height of the window, in pixels
 * @param address where they begin, Import unless told: of all pages it asks for least
 */
export async function openSignedIn(
  suite: Mocha.Context,
  options: DashboardOptions & {
    height?: number;
    address?: string;
    prepare?: (dashboard: Dashboard) => Promise<void>;
  } = {},
): Promise<SignedIn> {
  const { height = 860, address = '/data/import', prepare, ...rest } = options;
  const dashboard = await openDashboard(suite, rest);
  try {
    await prepare?.(dashboard);
    const at = await visit(dashboard.browser, dashboard.world, { viewport: { width: 1280, height } });
    await signIn(at, dashboard.world, address);
    return { ...dashboard, at, page: at.page };
  } catch (error) {
    await dashboard.close();
    throw error;
  }
}
