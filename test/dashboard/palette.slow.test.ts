import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { TestApi } from '../support/api-client.ts';
import { inScheme } from './accessibility.ts';
import { becomes, counts, fits, go, type Visit } from './browser.ts';
import { openSignedIn } from './opening.ts';

const by = { actor: 'test' };
/** Runs in the page: the name of what has the focus. */
const FOCUSED = `(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent).trim()`;

describe('quick to reach in a browser', function () {
  let close: () => Promise<void>;
  let world: TestApi;
  let at: Visit;
  let page: Page;
  let owner: string;

  before(async function () {
    ({ world, owner, at, page, close } = await openSignedIn(this, {
      address: '/definitions',
      prepare: async (opened) => {
        const held = { asset_class: 'Indian Equity', currency: 'INR', quantity: 10, avg_buy_price: 900 };
        for (const [symbol, name] of [
          ['TCS', 'Tata Consultancy Services'],
          ['M&M', 'Mahindra & Mahindra'],
        ])
          await opened.world.core.portfolio.holdings.create(
            opened.owner,
            { ...held, portfolio: 'Long term', symbol, name, current_price: 1000 },
            by,
          );
        await opened.world.core.notifications.notify(opened.owner, {
          kind: 'system_notice',
          dedupKey: 'news',
          title: 'News',
          body: 'Something to read.',
        });
      },
    }));
    await page.getByRole('heading', { level: 1 }).waitFor();
  });
  after(() => close?.());

  const palette = () => page.getByRole('dialog', { name: 'Search pages, holdings, actions and help' });
  const search = () => page.getByRole('banner').getByRole('button', { name: 'Search' });
  const option = (name: string | RegExp) => palette().getByRole('option', { name });
  const open = async (typed: string): Promise<void> => {
    await page.keyboard.press('Control+k');
    await palette().waitFor();
    await becomes(() => page.evaluate<string>(FOCUSED), 'Search', 'focus:');
    await page.keyboard.type(typed);
  };

  it('Ctrl K opens the palette, Enter goes to the first that is found, Escape goes back to where one was', async () => {
    await open('net');
    await option(/^Net worth/).waitFor();
    const input = palette().getByRole('combobox', { name: 'Search' });
    const first = await option(/^Net worth/).getAttribute('id');
    await becomes(() => input.getAttribute('aria-activedescendant'), first, 'option:');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/net-worth$/);
    // A page that arrives takes the focus, a moment after its address is there.
    await page.getByRole('heading', { name: 'Net worth', level: 1 }).waitFor();
    await counts(palette(), 0);
    await search().click();
    await palette().waitFor();
    await page.keyboard.press('Escape');
    await counts(palette(), 0);
    await becomes(() => page.evaluate<string>(FOCUSED), 'Search', 'focus:');
  });

  it('closed before its field has the focus, the palette gives the focus back all the same', async () => {
    // While it fades out, its field takes the focus, which was lost with it.
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await search().focus();
    await page.evaluate(`new Promise((done) => {
      new MutationObserver((_, observer) => {
        const dialog = document.querySelector('[role=dialog]');
        if (dialog === null) return;
        observer.disconnect();
        dialog.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
        done(null);
      }).observe(document.body, { childList: true, subtree: true });
      document.activeElement.click();
    })`);
    await counts(palette(), 0);
    await becomes(() => page.evaluate<string>(FOCUSED), 'Search', 'focus:');
    await page.emulateMedia({ reducedMotion: 'reduce' });
  });

  it('a holding is found by its symbol and by the name of its company, and leads to its page', async () => {
    await open('mahindra');
    await option(/^M&M/).waitFor();
    await counts(option(/TCS/), 0);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/holdings\/M%26M$/);
    await open('zzz');
    await palette().getByText('Nothing matches.').waitFor();
    await page.keyboard.press('Escape');
    await counts(palette(), 0);
  });

  it('a transaction is added from anywhere; the form knows the day and the only portfolio, and then the last one', async () => {
    await open('add a tr');
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'Add a transaction' });
    await form.waitFor();
    const [today] = new Date(Date.now() + 5.5 * 3_600_000).toISOString().split('T');
    assert.equal(await form.getByLabel('Date').inputValue(), today);
    await becomes(() => form.getByLabel('Portfolio').inputValue(), 'Long term', 'portfolio:');
    await form.getByLabel('Symbol').fill('INFY');
    await form.getByLabel('Quantity').fill('2');
    await form.getByLabel('Price').fill('1500');
    await form.getByLabel('Portfolio').fill('Trading');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Buy of INFY saved.').waitFor();
    await counts(form, 0);
    assert.equal(new URL(page.url()).search, '');
    const { items } = await world.core.portfolio.transactions.list(owner, {});
    assert.deepEqual(
      items.map(({ portfolio, date }) => [portfolio, date]),
      [['Trading', today]],
    );
    await go(page, '/holdings?add=new');
    const holding = page.getByRole('dialog', { name: 'Add a holding' });
    await becomes(() => holding.getByLabel('Portfolio').inputValue(), 'Trading', 'portfolio:');
    await holding.getByRole('button', { name: 'Close' }).click();
    await counts(holding, 0);
  });

  it('the theme is switched, and the list of keys is shown, by a few letters', async () => {
    // no theme is chosen yet, so the system’s is used
    await inScheme(page, 'light');
    const scheme = `document.documentElement.getAttribute('data-mantine-color-scheme')`;
    await open('dark theme');
    await option('Switch to the dark theme').click();
    await becomes(() => page.evaluate<string>(scheme), 'dark', 'scheme:');
    await open('light theme');
    await option('Switch to the light theme').click();
    await becomes(() => page.evaluate<string>(scheme), 'light', 'scheme:');
    await open('keyboard');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await counts(page.getByRole('dialog'), 0);
  });

  it('on a phone the header leads to the palette, to Import and to what nobody has read', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await go(page, '/net-worth/liabilities');
    await page.getByRole('heading', { name: 'Liabilities', level: 1 }).waitFor();
    const header = page.getByRole('banner');
    await header.getByRole('link', { name: /^Notifications, 1 unread/ }).waitFor();
    await header.getByRole('button', { name: 'Search' }).waitFor();
    await fits(page);
    await header.getByRole('link', { name: 'Import a file' }).click();
    await page.getByRole('heading', { name: 'Import', level: 1 }).waitFor();
  });

  it('nothing was asked of anybody but the server, and the console is quiet', () => {
    assert.deepEqual(at.complaints, []);
  });
});
