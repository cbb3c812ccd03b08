import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { TestApi } from '../support/api-client.ts';
import { inScheme, isDrawn, loadAxe, violations } from './accessibility.ts';
import { go, signIn, type Visit, visit } from './browser.ts';
import { EVERYTHING_ON, everyAddress, furnishEverything } from './furnished.ts';
import { openDashboard } from './opening.ts';
import { movableClock } from './showcase.ts';

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** Every size and every scheme is looked at in full once, and both schemes in both sizes for their colours. */
const LOOKS = [
  { size: WIDE, scheme: 'light', part: 'all' },
  { size: WIDE, scheme: 'dark', part: 'colours' },
  { size: PHONE, scheme: 'dark', part: 'all' },
  { size: PHONE, scheme: 'light', part: 'colours' },
] as const;

describe('every page is accessible, light and dark, wide and on a phone', function () {
  // Some hundred looks at a page: a busy machine needs minutes for them.
  this.timeout(600_000);
  const clock = movableClock();
  let close: () => Promise<void>;
  let world: TestApi;
  let at: Visit;
  let page: Page;
  let addresses: string[];

  before(async function () {
    const opened = await openDashboard(this, { clock, environment: EVERYTHING_ON });
    ({ world, close } = opened);
    addresses = everyAddress(await furnishEverything(world, opened.owner, clock));
    at = await visit(opened.browser, world, { viewport: WIDE });
    ({ page } = at);
  });
  after(() => close?.());

  let turns = 0;
  /** What is wrong with what is open, in both schemes and sizes, by where. */
  const wrongWith = async (place: string): Promise<string[]> => {
    const wrong = [];
    // It goes on in the size and scheme in which the page before was left.
    turns += 1;
    for (const { size, scheme, part } of turns % 2 === 1 ? LOOKS : LOOKS.toReversed()) {
      await page.setViewportSize(size);
      await inScheme(page, scheme);
      for (const line of await violations(page, part))
        wrong.push(`${place}, ${scheme}, ${size.width} px: ${line}`);
    }
    return wrong;
  };

  it('the page for signing in', async () => {
    await page.goto('/');
    await isDrawn(page, 'Sign in');
    await loadAxe(page);
    assert.deepEqual(await wrongWith('sign-in'), []);
    await page.getByText('I already have a code').click();
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
    assert.deepEqual(await wrongWith('code'), []);
  });

  it('every page of the menu, those that they lead to, and one that is not there', async () => {
    await signIn(at, world);
    await loadAxe(page);
    const wrong = [];
    for (const address of addresses) {
      await go(page, address);
      await isDrawn(page);
      wrong.push(...(await wrongWith(address)));
    }
    assert.deepEqual(wrong, []);
  });
});
