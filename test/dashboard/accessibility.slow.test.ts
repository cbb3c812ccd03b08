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
/** The sizes and schemes of a page. */
const LOOKS = [
  { size: WIDE, scheme: 'light' },
  { size: WIDE, scheme: 'dark' },
  { size: PHONE, scheme: 'dark' },
  { size: PHONE, scheme: 'light' },
] as const;
/** Pages that between them have every kind of part: they are looked at in every size and scheme, the others in one each. */
const TEMPLATES = new Set([
  '/',
  '/holdings',
  '/transactions',
  '/holdings/TCS',
  '/performance',
  '/goals',
  '/import',
  '/chat',
  '/settings',
  '/options/envelope',
]);
const isTemplate = (address: string): boolean =>
  TEMPLATES.has(address) || /^\/(policies|research\/ai|strategies)\/\d+$/.test(address);

describe('every page is accessible; those of each kind are so light and dark, wide and on a phone', function () {
  // A hundred looks at a page: a busy machine needs minutes for them.
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

  let looks = 0;
  /** What is wrong with what is open, by where: in all looks, or in the look whose turn it is. */
  const wrongWith = async (place: string, isInAll: boolean): Promise<string[]> => {
    const wrong = [];
    const seen = new Set<object>();
    for (let count = isInAll ? LOOKS.length : 1; count > 0; count -= 1) {
      const { size, scheme } = LOOKS[looks % LOOKS.length] ?? LOOKS[0];
      looks += 1;
      await page.setViewportSize(size);
      await inScheme(page, scheme);
      // In the second scheme of a size only the colours are new.
      for (const line of await violations(page, { ofColours: seen.has(size) }))
        wrong.push(`${place}, ${scheme}, ${size.width} px: ${line}`);
      seen.add(size);
    }
    return wrong;
  };

  it('the page for signing in', async () => {
    await page.goto('/');
    await isDrawn(page, 'Sign in');
    await loadAxe(page);
    assert.deepEqual(await wrongWith('sign-in', true), []);
    await page.getByText('I already have a code').click();
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
    assert.deepEqual(await wrongWith('code', false), []);
  });

  it('every page of the menu, those that they lead to, and one that is not there', async () => {
    await signIn(at, world);
    await loadAxe(page);
    const wrong = [];
    for (const address of addresses) {
      await go(page, address);
      await isDrawn(page);
      wrong.push(...(await wrongWith(address, isTemplate(address))));
    }
    assert.deepEqual(wrong, []);
  });
});
