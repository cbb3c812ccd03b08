import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { TestApi } from '../support/api-client.ts';
import { fitsPhone, inScheme, isDrawn, loadAxe, PHONE, violations, withoutFrame } from './accessibility.ts';
import { counts, go, visit } from './browser.ts';
import { EVERYTHING_ON, everyAddress, furnishEverything } from './furnished.ts';
import { openDashboard } from './opening.ts';
import { movableClock } from './showcase.ts';

const WIDE = { width: 1440, height: 900 };
/** The sizes and schemes of a page. */
const LOOKS = [
  { size: WIDE, scheme: 'light' },
  { size: WIDE, scheme: 'dark' },
  { size: PHONE, scheme: 'dark' },
  { size: PHONE, scheme: 'light' },
] as const;
/**
 * Pages that between them have every kind of part: they are looked at in every size and scheme, the others in one each. None
 * is here whose parts and colours the rest of them have. The frame around all of them is looked at once in each.
 */
const TEMPLATES = new Set([
  '/',
  '/holdings',
  '/transactions?symbol=TCS',
  '/analysis/performance',
  '/data/import',
  '/chat',
  '/settings',
  '/options/envelope',
  '/notifications',
]);
const isTemplate = (address: string): boolean =>
  TEMPLATES.has(address) || /^\/(policies|policies\/plans|research\/ai)\/(ai-)?\d+$/.test(address);

describe('every page is accessible and fits a width of 360 pixels; those of each kind are so light and dark, wide and on a phone', function () {
  // A hundred looks at a page: a busy machine needs minutes for them.
  this.timeout(600_000);
  const clock = movableClock();
  let close: () => Promise<void>;
  let world: TestApi;
  let page: Page;
  let addresses: string[];

  before(async function () {
    const opened = await openDashboard(this, { clock, environment: EVERYTHING_ON });
    ({ world, close } = opened);
    addresses = everyAddress(await furnishEverything(world, opened.owner, clock));
    ({ page } = await visit(opened.browser, world, { viewport: WIDE }));
  });
  after(() => close?.());

  type Look = (typeof LOOKS)[number];
  /** How the page is shown: drawing it again in the same way costs as much as in another one. */
  let shown: Look = LOOKS[0];
  const lookAs = async ({ size, scheme }: Look): Promise<void> => {
    if (size === shown.size && scheme === shown.scheme) return;
    await page.setViewportSize(size);
    await inScheme(page, scheme);
    shown = { size, scheme } as Look;
  };
  const fits = async (place: string): Promise<void> => {
    await fitsPhone(page, place);
    shown = { size: PHONE, scheme: shown.scheme };
  };
  const wrongAs = async (
    place: string,
    { size, scheme }: Look,
    given?: Parameters<typeof violations>[1],
  ): Promise<string[]> =>
    (await violations(page, given)).map((line) => `${place}, ${scheme}, ${size.width} px: ${line}`);
  /** The next page begins with the look that the last one ends with: each new one is drawn twice. */
  const looks: Look[] = [...LOOKS];
  /** Violations on the open page, in every size and scheme. */
  const wrongWith = async (place: string): Promise<string[]> => {
    const wrong = [];
    const seen = new Set<object>();
    for (const look of looks) {
      await lookAs(look);
      // In the second scheme of a size only the colours are new.
      const ofColours = seen.has(look.size);
      wrong.push(...(await wrongAs(place, look, { ofColours })));
      if (ofColours && look.size === PHONE) await fits(place);
      seen.add(look.size);
    }
    looks.reverse();
    return wrong;
  };

  it('the page for signing in', async () => {
    await page.goto('/');
    await isDrawn(page, 'Sign in');
    await loadAxe(page);
    assert.deepEqual(await wrongWith('sign-in'), []);
    await page.getByText('I already have a code').click();
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
    assert.deepEqual(await wrongAs('code', LOOKS[3]), []);
  });

  it('a form, light, and the palette, dark, over a wide page', async () => {
    await page.getByLabel('Digit 1 of 6').focus();
    await page.keyboard.type((await world.core.identity.signIn.issueCode('owner')).code);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    const [light, dark] = LOOKS;
    await go(page, '/transactions?add=new');
    const form = page.getByRole('dialog', { name: 'Add a transaction' });
    await form.waitFor();
    await lookAs(light);
    assert.deepEqual(await wrongAs('form', light), []);
    await form.getByRole('button', { name: 'Close' }).click();
    await counts(page.getByRole('dialog'), 0);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill('a');
    await page.getByRole('option', { name: 'Ask the assistant' }).waitFor();
    await lookAs(dark);
    assert.deepEqual(await wrongAs('palette', dark), []);
    await page.keyboard.press('Escape');
    await counts(page.getByRole('dialog'), 0);
  });

  it('every page of the menu, those that they lead to, and one that is not there', async () => {
    const wrong = [];
    const open = async (address: string): Promise<void> => {
      await go(page, address);
      await isDrawn(page);
    };
    // The frame is looked at with the overview alone, which is the first.
    for (const [nr, address] of addresses.filter(isTemplate).entries()) {
      if (nr === 1) await withoutFrame(page);
      await open(address);
      wrong.push(...(await wrongWith(address)));
    }
    const others = addresses.filter((address) => !isTemplate(address));
    for (const [nr, look] of LOOKS.entries()) {
      await lookAs(look);
      const those = others.filter((_, place) => place % LOOKS.length === nr);
      for (const [place, address] of those.entries()) {
        await open(address);
        const checks = [
          () => fits(address),
          async () => {
            await lookAs(look);
            wrong.push(...(await wrongAs(address, look)));
          },
        ];
        // Begun in the size that the last one ended with.
        for (const check of place % 2 === 0 ? checks.toReversed() : checks) await check();
      }
    }
    assert.deepEqual(wrong, []);
  });
});
