import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { TestApi } from '../support/api-client.ts';
import { closedTrade, freshId, PUT } from '../support/options-world.ts';
import { counts, fits, go, jump, shows } from './browser.ts';
import { openSignedIn } from './opening.ts';

/** 15:30 in India on a Monday. */
const NOW = new Date('2026-06-15T10:00:00.000Z');

const signal = (given: Record<string, unknown>) => ({
  id: freshId('signal'),
  kind: 'signal',
  at: '2026-06-15T04:00:00Z',
  mode: 'DRY_RUN',
  strategy: 'iron_condor',
  outcome: 'SEEN',
  ...given,
});

describe('option results, funnel and features in a browser', function () {
  let close: () => Promise<void>;
  let world: TestApi;
  let page: Page;
  let owner: string;
  before(async function () {
    ({ world, owner, page, close } = await openSignedIn(this, { now: NOW, height: 1400 }));
  });
  after(() => close?.());

  const main = () => page.getByRole('main');
  const region = (name: string) => page.getByRole('region', { name, exact: true });
  const take = async (...records: object[]) => {
    const { rejected } = await world.core.options.ingest(owner, records);
    assert.deepEqual(rejected, []);
  };

  it('an empty page makes a token that can be copied, and a process that has it reports', async () => {
    await jump(page, '2');
    await page.getByRole('heading', { name: 'No trades in dry run yet' }).waitFor();
    await shows(region('Connect a trading process'), /npm run sample-trader/);
    await page.getByLabel('Name of the process').fill('my trader');
    await page.getByRole('button', { name: 'Create a token' }).click();
    const shown = main().getByRole('status');
    await shows(shown, /Token for my trader[\s\S]*Munim keeps no copy/);
    await counts(shown.getByRole('button', { name: 'Copy the token' }), 1);
    const token = (await shown.locator('code').textContent()) ?? '';
    assert.equal(await world.core.options.tokens.owner(token), owner);
    await shows(page.getByRole('list', { name: 'Tokens' }), /my trader \(….{4}\)[\s\S]*never used|last used/);
    await page.getByRole('button', { name: 'Revoke my trader' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await counts(page.getByRole('list', { name: 'Tokens' }).getByRole('listitem'), 0);
    await go(page, '/options/funnel');
    await shows(main(), /No signals, 15 Jun 2026[\s\S]*how to connect a process/);
  });

  it('portfolio/Option performance v2: each sum with its state and why it is not whole; modes apart', async () => {
    await take(
      // A short put sold at 100 and bought back, 75 units, less 50: at 90 it makes 700, at 110 it loses 800.
      closedTrade('one', '2026-06-12T05:00:00Z', { mode: 'DRY_RUN' }),
      closedTrade('two', '2026-06-15T05:00:00Z', { mode: 'DRY_RUN', exit: 110, strategy: 'iron_condor' }),
      closedTrade('three', '2026-06-15T06:00:00Z', { mode: 'DRY_RUN', exit: null }),
      closedTrade('four', '2026-06-15T06:00:00Z', { mode: 'SHADOW' }),
      {
        id: freshId('position'),
        kind: 'position',
        at: '2026-06-15T06:00:00Z',
        mode: 'DRY_RUN',
        strategy: 'short_put',
        tag: 'open',
        underlying: 'NIFTY',
        state: 'OPEN',
        opened_at: '2026-06-15T06:00:00Z',
        legs: [{ ...PUT, entry_price: 100, last_price: null }],
      },
    );
    await go(page, '/options');
    const closed = region('Closed trades');
    // Gross 750 − 750 of two; the costs of all three; net 700 − 800 of two.
    await shows(closed, /Partial[\s\S]*Gross\s*■ ₹0\.00\s*Costs\s*₹150\.00\s*Net\s*▼ −₹100\.00/);
    await shows(closed, /3: 1 won, 1 lost, 1 unknown[\s\S]*A leg has no exit price\. \(1 trade\)/);
    await shows(region('Open trades'), /Unavailable[\s\S]*A leg has no last price/);
    await shows(region('Sharpe ratio'), /Unavailable[\s\S]*at least 30 days/);
    await shows(page.getByRole('table', { name: 'Results by strategy' }), /short_put[\s\S]*Partial/);
    for (const chart of ['Realised net result', 'Calendar of results', 'By strategy'])
      await counts(region(chart).locator('canvas'), 1);
    await page.getByText('Shadow', { exact: true }).click();
    await shows(closed, /Complete[\s\S]*₹700\.00/);
    await page.getByText('Live', { exact: true }).click();
    await page.getByRole('heading', { name: 'No live trades yet' }).waitFor();
  });

  it('portfolio/Measurement rules 3: the funnel by strategy, by reason with an example, and by day', async () => {
    await take(
      signal({ outcome: 'FILTERED', reason: 'IV_RANK_LOW', detail: 'IV rank 18, needs 30' }),
      signal({ outcome: 'EXECUTED', at: '2026-06-12T05:00:00Z' }),
      signal({ mode: 'SHADOW' }),
    );
    // A key that is pressed in a control belongs to it.
    await main().getByRole('heading', { level: 1 }).click();
    await jump(page, '3');
    await shows(main(), /15 Jun 2026: 1 seen, 1 filtered, 0 executed/);
    await shows(
      page.getByRole('table', { name: 'Reasons for filtering' }),
      /IV rank too low[\s\S]*iron_condor \(dry run\)[\s\S]*IV rank 18, needs 30/,
    );
    await counts(page.getByRole('table', { name: 'Signals by day' }), 0);
    await page.getByLabel('From').fill('2026-06-10');
    await shows(page.getByRole('table', { name: 'Signals by day' }), /15 Jun 2026[\s\S]*12 Jun 2026/);
    await counts(region('By strategy').locator('canvas'), 1);
    // Only its own line of the menu is marked.
    const here = page.getByRole('navigation').locator('[aria-current=page]');
    await counts(here, 1);
    await shows(here, /Signal funnel/);
  });

  it('portfolio/Option endpoints: the list of features as a page, without an element of its own HTML', async () => {
    await page.route('**/api/features', async (route) => {
      await route.fulfill({
        json: {
          markdown:
            '# Soon\n\n- **Bold** <img src=x onerror="document.title=1"> [good](https://example.com) [bad](javascript:alert(1))',
        },
      });
    });
    await main().getByRole('heading', { level: 1 }).click();
    await jump(page, '0');
    await page.getByRole('heading', { name: 'Soon' }).waitFor();
    await counts(main().locator('img, script'), 0);
    // The link of the heading to itself, and the good one.
    await counts(main().getByRole('link'), 2);
    assert.equal(
      await main().getByRole('link', { name: 'good' }).getAttribute('href'),
      'https://example.com/',
    );
    await shows(main(), /<img src=x/);
    await page.unroute('**/api/features');
    await page.reload();
    await page.getByRole('heading', { name: 'What it does', exact: true }).waitFor();
    // Its links lead to the guides.
    const guide = main().getByRole('link', { name: 'Files and brokers' });
    assert.equal(await guide.getAttribute('href'), '/help/files-and-brokers');
  });

  it('a phone shows all of it without scrolling sideways, each control with a name; a failure says what to do', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const [address, seen] of [
      ['/options?mode=DRY_RUN', () => page.getByRole('table', { name: 'Results by strategy' })],
      ['/options?mode=LIVE', () => page.getByRole('button', { name: 'Create a token' })],
      ['/options/funnel', () => page.getByRole('table', { name: 'Reasons for filtering' })],
      ['/options/features', () => page.getByRole('heading', { name: 'What it does', exact: true })],
    ] as const) {
      await go(page, address);
      await seen().waitFor();
      await fits(page);
      const nameless = await page.evaluate<number>(
        `[...document.querySelectorAll('main button, main a, main input:not([type=hidden])')].filter((one) => !(one.ariaLabel || one.labels?.[0]?.textContent || one.textContent || '').trim()).length`,
      );
      assert.equal(nameless, 0, address);
    }
    await page.setViewportSize({ width: 1280, height: 1400 });
    await page.route('**/api/options/funnel*', (route) =>
      route.fulfill({ status: 503, json: { detail: 'Away.' } }),
    );
    await go(page, '/options/funnel?mode=LIVE');
    await shows(main().getByRole('alert'), /Away\.[\s\S]*Try again/);
    await page.unroute('**/api/options/funnel*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await shows(main(), /No signals/);
  });
});
