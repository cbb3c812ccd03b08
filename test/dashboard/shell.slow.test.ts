import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { openSync } from 'fontkit';
import type { Page } from 'playwright-core';
import type { TestApi } from '../support/api-client.ts';
import { eventually } from '../support/chat-driver.ts';
import { becomes, buildDashboard, choose, counts, fits, go, jump, shows, type Visit } from './browser.ts';
import { type Keys, keysOf } from './keys.ts';
import { openSignedIn } from './opening.ts';

/** What styles.css says of the small fonts by its `unicode-range`. */
const EVERYDAY = /^[ -~\u00a0£·×–—‘’“”•…€₹←↑→↓−▲▼\n\t]*$/;
const BY = { actor: 'test' };
const SHARE = { portfolio: 'Mine', asset_class: 'Indian Equity', currency: 'INR', quantity: 10 };
const HIGH = { width: 1280, height: 860 };
const LOW = { width: 1280, height: 600 };

/** What stands around every page, and pages that need no figures, by one person. */
describe('the dashboard around its figures', function () {
  let close: () => Promise<void>;
  let world: TestApi;
  let owner: string;
  let at: Visit;
  let page: Page;
  let keys: Keys;

  before(async function () {
    ({ world, owner, at, page, close } = await openSignedIn(this, {
      address: '/definitions#sharpe',
      prepare: async (opened) => {
        await opened.world.core.identity.parts.save(opened.owner, { shown: ['strategies', 'options'] });
        for (const symbol of ['ABC', 'XYZ']) {
          const held = { ...SHARE, symbol, avg_buy_price: 100 };
          await opened.world.core.portfolio.holdings.create(opened.owner, held, BY);
        }
      },
    }));
    keys = keysOf(page);
  });
  after(() => close?.());

  it('an unreachable server is shown once, in the header, and the page loads by itself when the server is back', async () => {
    // The code of the pages is there; their figures are not.
    for (const name of ['Net worth', 'Income'])
      await page.getByRole('link', { name, exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Income' }).waitFor();
    for (const address of ['**/api/portfolio/**', '**/healthz'])
      await page.route(address, (route) => route.abort());
    await page.getByRole('link', { name: 'Analysis', exact: true }).first().click();
    await page.getByRole('status').filter({ hasText: 'Offline, reconnecting' }).waitFor();
    assert.equal(await page.getByText('No connection to Munim').count(), 0);
    assert.equal(await page.getByText('Offline, reconnecting').count(), 1);
    for (const address of ['**/api/portfolio/**', '**/healthz']) await page.unroute(address);
    await page.getByText('Offline, reconnecting').waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1, name: 'Performance' }).waitFor();
    await page.goto('/definitions#sharpe');
  });

  describe('definitions and help', () => {
    /** Waits until an anchor stands under the header; the page scrolls there once it has its data. */
    const isInView = async (id: string): Promise<void> => {
      const anchor = page.locator(`#${id}`);
      await anchor.waitFor({ state: 'attached' });
      await becomes(
        async () => {
          const y = (await anchor.boundingBox())?.y ?? -1;
          return y >= 0 && y < 300 ? 'under the header' : `at ${y}`;
        },
        'under the header',
        id,
      );
    };

    it('an address with an anchor opens at its measure, by its key or by another name of it', async () => {
      const sharpe = page.getByRole('article', { name: 'Sharpe ratio' });
      await sharpe.getByText('(CAGR − risk-free rate) / volatility').waitFor();
      await isInView('sharpe');
      await go(page, '/definitions#max_drawdown');
      await isInView('drawdown');
    });

    it('the list at the top leads to each measure, and nothing is wider than a phone', async () => {
      await page.setViewportSize({ width: 375, height: 740 });
      await go(page, '/definitions');
      await page
        .getByRole('navigation', { name: 'Measures' })
        .getByRole('link', { name: 'Herfindahl index' })
        .click();
      await isInView('herfindahl');
      await fits(page);
    });

    it('help: a page leads to its paragraph, a search finds others, and says so if there is none', async () => {
      await go(page, '/tax');
      await page.getByRole('link', { name: 'Help with this page' }).click();
      await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor();
      await isInView('tax');
      const search = page.getByRole('searchbox', { name: 'Search all guides' });
      await search.fill('request_token');
      await page.getByRole('link', { name: 'Files and brokers › Log in again each day' }).click();
      await isInView('log-in-again-each-day');
      await search.fill('zzyzx');
      await page.getByText('No guide contains “zzyzx”.').waitFor();
      await fits(page);
      await page.setViewportSize(HIGH);
    });
  });

  describe('a form by keyboard alone', () => {
    /** A dialog takes the focus a moment after it shows; a key that is pressed before that goes nowhere. */
    const dialogHasFocus = () =>
      becomes(() => page.evaluate<boolean>(`document.activeElement.closest('[role=dialog]') !== null`), true);

    it("a holding's price is entered once its wrong ISIN is gone; then the focus is where the dialog was opened", async () => {
      await go(page, '/definitions');
      await page.getByRole('heading', { name: 'Definitions', level: 1 }).click();
      await jump(page, 'h');
      await page.getByRole('heading', { name: 'Holdings', level: 1 }).waitFor();
      await keys.focusIsOn('main');
      await page.getByRole('row', { name: /ABC/ }).waitFor();
      await keys.tabTo(/^Actions for ABC/, 20);
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

  describe('API tokens', () => {
    const panel = () => page.getByRole('region', { name: 'API tokens' });
    const rows = () => panel().getByRole('list', { name: 'API tokens' }).getByRole('listitem');

    it('a token is made, shown once with a call to try, listed, and revoked after a question', async () => {
      await go(page, '/settings');
      await shows(panel(), /No tokens yet/);
      await shows(panel(), /Reads everything and changes nothing/);
      await panel().getByLabel('Name of the script').fill('nightly export');
      await choose(panel().getByLabel('Access'), 'Full access');
      await shows(panel(), /cannot sign in, use credentials, answer plans/);
      await panel().getByRole('button', { name: 'Create a token' }).click();
      const shown = panel().getByRole('status');
      await shows(shown, /Token for nightly export[\s\S]*Munim keeps no copy/);
      await counts(shown.getByRole('button', { name: 'Copy the token' }), 1);
      const token = (await shown.locator('code').first().textContent()) ?? '';
      await shows(shown, new RegExp(`curl -H "Authorization: Bearer ${token}" http://`));
      const principal = await world.core.identity.tokens.authenticate(token);
      assert.deepEqual([principal?.userId, principal?.token?.access], [owner, 'full']);
      await counts(rows(), 1);
      await shows(rows(), /nightly export \(….{4}\)[\s\S]*Full access[\s\S]*created/);

      await go(page, '/transactions/activity');
      await shows(page.getByRole('main'), /API token nightly export created[\s\S]*Dashboard, owner/);
      await go(page, '/settings');
      await shows(rows(), /nightly export/);
      await counts(panel().getByRole('status'), 0);
      await panel().getByRole('button', { name: 'Revoke nightly export' }).click();
      await shows(page.getByRole('dialog'), /refused at once/);
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await shows(panel(), /No tokens yet/);
      assert.equal(await world.core.identity.tokens.authenticate(token), null);
      await fits(page);
    });

    it('the API documentation is one click away, from the tokens and from every page', async () => {
      for (const link of [
        panel().getByRole('link', { name: 'API documentation' }),
        page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'API documentation' }),
      ])
        assert.equal(await link.getAttribute('href'), '/api/docs');
    });
  });

  describe('the menu on a low screen', () => {
    const menu = () => page.getByRole('navigation', { name: 'Pages' });
    /** The line of the page that is shown: its name, and whether all of it can be seen in the menu. */
    const current = () =>
      page.evaluate<[string, boolean] | null>(`(() => {
        const line = document.querySelector('nav [aria-current="page"]');
        if (line === null) return null;
        const { top, bottom, left } = line.getBoundingClientRect();
        const isAt = (y) => line.contains(document.elementFromPoint(left + 20, y));
        return [line.textContent, isAt(top + 2) && isAt(bottom - 2)];
      })()`);
    const isInView = (name: string): Promise<void> => becomes(current, [name, true]);
    const scrolled = () => page.evaluate<number>('scrollY');

    it('keeps the line of the page in view, also where its group unfolds, and leaves the page at its top', async () => {
      await page.setViewportSize(LOW);
      for (const [address, name] of [
        ['/', 'Overview'],
        ['/settings', 'Settings'],
        ['/', 'Overview'],
        ['/transactions/activity', 'Transactions'],
        ['/portfolios', 'Holdings'],
        ['/options/broker-health', 'Broker health'],
      ] as const) {
        await go(page, address);
        await isInView(name);
        assert.equal(await scrolled(), 0);
      }
    });

    it('shows it after the page is loaded anew, and after the window became lower', async () => {
      await go(page, '/settings');
      await page.reload();
      await isInView('Settings');
      await page.setViewportSize({ width: 1280, height: 400 });
      await isInView('Settings');
      await page.setViewportSize(LOW);
    });

    it('stays as somebody scrolled it', async () => {
      await page.setViewportSize({ width: 1280, height: 400 });
      await go(page, '/');
      await isInView('Overview');
      await menu().hover();
      await page.mouse.wheel(0, 2_000);
      await becomes(async () => (await current())?.[1], false);
      await menu().getByRole('button', { name: 'Strategies' }).press('Enter');
      await menu().getByRole('link', { name: 'Backtests' }).waitFor();
      assert.deepEqual(await current(), ['Overview', false]);
      await page.setViewportSize(HIGH);
    });
  });

  describe('parts of Munim', () => {
    const menu = () => page.getByRole('navigation', { name: 'Pages' });
    const names = async () =>
      (await menu().getByRole('link').allTextContents()).filter((name) => !['Help', 'API'].includes(name));
    const panel = () => page.getByRole('region', { name: 'Parts of Munim' });

    it('the menu has twelve lines while Portfolio alone is shown, and old addresses lead to tabs', async () => {
      await go(page, '/settings');
      for (const name of ['Strategies and trading', 'Options']) {
        const one = panel().getByRole('switch', { name });
        await one.click({ force: true });
        await becomes(() => one.isChecked(), false);
      }
      await becomes(async () => (await names()).length, 12);
      await counts(menu().getByRole('button', { name: 'Options' }), 0);
      await go(page, '/risk?period=1M#drawdown');
      await page.waitForURL(/\/analysis\/risk\?period=1M#drawdown$/);
      const tabs = page.getByRole('navigation', { name: 'Analysis' });
      await tabs.getByRole('link', { name: 'Contribution' }).click();
      await page.getByRole('heading', { level: 1, name: 'Contribution' }).waitFor();
      await menu().locator('[aria-current=page]', { hasText: 'Analysis' }).waitFor();
    });

    it('a page of a part that is off works and offers the part once; a press shows it', async () => {
      await go(page, '/options');
      await page.getByRole('heading', { level: 1, name: 'Option results' }).waitFor();
      const offer = page.getByRole('note').filter({ hasText: 'Options is not in your menu.' });
      await offer.waitFor();
      await becomes(async () => {
        const { parts } = await world.core.identity.parts.read(owner);
        return parts.find(({ part }) => part === 'options')?.is_offered;
      }, true);
      await offer.getByRole('button', { name: 'Show it from now on' }).click();
      await menu().getByRole('link', { name: 'Broker health' }).waitFor();
      await counts(offer, 0);
    });

    it('the overview asks a new person once which parts they use', async () => {
      await world.core.database.systemPool.query('delete from identity.parts');
      await go(page, '/');
      await page.reload();
      await shows(panel(), /What do you use Munim for\?/);
      await panel().getByRole('checkbox', { name: 'Options' }).check();
      await panel().getByRole('button', { name: 'Save' }).click();
      await counts(panel(), 0);
      await menu().getByRole('button', { name: 'Options' }).waitFor();
      assert.deepEqual([...(await world.core.identity.parts.shown(owner))], ['portfolio', 'options']);
    });
  });

  describe('fonts', () => {
    /** Faces of Inter that a text needs, by the weight that was asked for; `whole` are those of other than everyday characters. */
    const neededBy = (text: string): Promise<string[]> =>
      page.evaluate<string[]>(
        `Promise.all(['400', '600'].map((weight) => document.fonts.load(weight + ' 14px Inter', ${JSON.stringify(text)})))
          .then((found) => found.flat().map(({ weight, unicodeRange }) => (/10FFFF/i.test(unicodeRange) ? 'whole ' : '') + weight))`,
      );

    it('the overview needs the small fonts alone', async () => {
      const priced = { symbol: 'TCS', name: 'Tata Consultancy Services', avg_buy_price: 900 };
      const prices = { current_price: 1000, previous_close: 990 };
      await world.core.portfolio.holdings.create(owner, { ...SHARE, ...priced, ...prices }, BY);
      // 10 at 1,000, and 10 at 123.45
      await page.getByText('₹11,234').first().waitFor();
      const text = await page.evaluate<string>('document.body.innerText');
      const others = Array.from(text).filter((one) => !EVERYDAY.test(one));
      assert.deepEqual(
        await neededBy(text),
        ['400', '600 700'],
        `beside everyday characters: ${others.join('')}`,
      );
    });

    it('every character is in one of two faces: a browser may fetch both where it is in both', async () => {
      const ranges = await page.evaluate<string[]>(
        `Array.from(document.fonts).filter(({ family, weight }) => /Inter/.test(family) && weight === '400')
          .map(({ unicodeRange }) => unicodeRange)`,
      );
      const spans = ranges
        .flatMap((range) => range.split(','))
        .map((span) => {
          const [from = 0, to = from] = span
            .trim()
            .replace(/^U\+/i, '')
            .split('-')
            .map((hex) => Number.parseInt(hex, 16));
          return { from, to };
        })
        .toSorted((one, other) => one.from - other.from);
      assert.ok(spans.length > 20, `${spans.length} spans`);
      assert.deepEqual(
        spans.map(({ from }) => from),
        [0, ...spans.slice(0, -1).map(({ to }) => to + 1)],
      );
      assert.equal(spans.at(-1)?.to, 0x10ffff);
    });

    it('they have a glyph for each character of their range, and the figures’ digits are of one width', async () => {
      const assets = path.join(await buildDashboard(), 'assets');
      const range = [...Array(0x2300).keys()].map((code) => String.fromCodePoint(code));
      for (const name of readdirSync(assets).filter((one) => /^inter-.*\.woff2$/.test(one))) {
        const font = openSync(path.join(assets, name));
        assert.ok('layout' in font);
        for (const one of range.filter((character) => EVERYDAY.test(character) && !/[\n\t]/.test(character)))
          assert.ok(font.hasGlyphForCodePoint(one.codePointAt(0) ?? 0), `${name} has no ${one}`);
        const widths = font.layout('0123456789', ['tnum']).positions.map(({ xAdvance }) => xAdvance);
        assert.equal(new Set(widths).size, 1, widths.join(' '));
        assert.ok(new Set(font.layout('0123456789', []).positions.map(({ xAdvance }) => xAdvance)).size > 1);
      }
    });

    it('the whole font comes with the first character beyond them', async () => {
      assert.deepEqual(await neededBy('Dvořák'), ['whole 400', '400', 'whole 600 700', '600 700']);
    });
  });

  describe('the console', () => {
    it('nothing was asked of anybody but the server, and the console is quiet but for what it refused', () => {
      assert.deepEqual(
        // The requests that found no server were meant to.
        at.complaints.filter((line) => !/status of 422|net::ERR_FAILED/.test(line)),
        [],
      );
    });
  });
});
