import type { Page } from 'playwright-core';
import { eventually } from '../support/chat-driver.ts';
import { becomes, jump } from './browser.ts';
import { type Keys, keysOf } from './keys.ts';
import { openSignedIn } from './opening.ts';

describe('a form of the dashboard by keyboard alone', function () {
  let close: () => Promise<void>;
  let page: Page;
  let keys: Keys;

  before(async function () {
    ({ page, close } = await openSignedIn(this, {
      address: '/definitions',
      prepare: async ({ world, owner }) => {
        for (const symbol of ['ABC', 'XYZ'])
          await world.core.portfolio.holdings.create(
            owner,
            {
              portfolio: 'Mine',
              symbol,
              asset_class: 'Indian Equity',
              currency: 'INR',
              quantity: 10,
              avg_buy_price: 100,
            },
            { actor: 'test' },
          );
      },
    }));
    keys = keysOf(page);
    await page.getByRole('heading', { level: 1 }).waitFor();
  });
  after(() => close?.());

  /** A dialog takes the focus a moment after it shows; a key that is pressed before that goes nowhere. */
  const dialogHasFocus = () =>
    becomes(() => page.evaluate<boolean>(`document.activeElement.closest('[role=dialog]') !== null`), true);

  it("a holding's price is entered once its wrong ISIN is gone; then the focus is where the dialog was opened", async () => {
    await jump(page, 'h');
    await page.getByRole('heading', { name: 'Holdings', level: 1 }).waitFor();
    await keys.focusIsOn('main');
    await page.getByRole('row', { name: /ABC/ }).waitFor();
    await keys.tabTo(/^Actions for ABC/, 17);
    await keys.press('Enter');
    await page.getByRole('menuitem', { name: 'Edit' }).waitFor();
    // the menu takes the focus a moment after it shows
    await eventually('the focus on Edit', async () => {
      if ((await keys.focused()) === 'Edit') return true;
      await keys.press('ArrowDown');
      return null;
    });
    await keys.press('Enter');
    await page.getByRole('dialog', { name: 'Edit ABC' }).waitFor();
    await dialogHasFocus();
    await keys.tabTo(/^ISIN/, 6);
    await keys.type('INE000000000');
    await keys.press('Enter');
    await page
      .getByRole('dialog')
      .getByText(/check digit/)
      .first()
      .waitFor();
    await page.getByLabel('ISIN').focus();
    await keys.press('Control+a');
    await keys.press('Delete');
    await keys.tabTo(/^Current price/, 8);
    await keys.type('123.45');
    await keys.press('Enter');
    await page.getByText('ABC saved.').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await keys.focusIsOn('Actions for ABC');
    // 10 shares at 123.45
    await page.getByRole('row', { name: /ABC/ }).getByText('₹1,234.50').waitFor();
  });
});
