import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { TestApi } from '../support/api-client.ts';
import { margin, mismatch, openTrade } from '../support/guards-world.ts';
import { closedTrade, freshId } from '../support/options-world.ts';
import { closeMessages, counts, go, jump, shows, type Visit } from './browser.ts';
import { openSignedIn } from './opening.ts';

/** 15:30 in India on a Monday. */
const NOW = new Date('2026-06-15T10:00:00.000Z');
const TAG = 'IC-20260615';

const signal = (given: Record<string, unknown>) => ({
  id: freshId('signal'),
  kind: 'signal',
  at: '2026-06-15T04:00:00Z',
  mode: 'DRY_RUN',
  strategy: 'iron_condor',
  ...given,
});

describe('the workspace of options in a browser', function () {
  let close: () => Promise<void>;
  let world: TestApi;
  let at: Visit;
  let page: Page;
  let owner: string;
  before(async function () {
    ({ world, owner, at, page, close } = await openSignedIn(this, { now: NOW, height: 1400 }));
  });
  after(() => close?.());

  const main = () => page.getByRole('main');
  const dialog = () => page.getByRole('dialog');
  const panel = (name: string) => page.getByRole('region', { name, exact: true });
  const take = async (...records: object[]) => {
    const { rejected } = await world.core.options.ingest(owner, records);
    assert.deepEqual(rejected, []);
  };

  it('an empty page makes a token that can be copied, and a process that has it reports', async () => {
    await jump(page, '2');
    await page.getByRole('heading', { name: 'No trades in dry run yet' }).waitFor();
    await shows(panel('Connect a trading process'), /npm run sample-trader/);
    await page.getByLabel('Name of the process').fill('my trader');
    await page.getByRole('button', { name: 'Create a token' }).click();
    const shown = main().getByRole('status');
    await shows(shown, /Token for my trader[\s\S]*Munim keeps no copy/);
    await counts(shown.getByRole('button', { name: 'Copy the token' }), 1);
    const token = (await shown.locator('code').textContent()) ?? '';
    assert.equal(await world.core.options.tokens.owner(token), owner);
    await shows(page.getByRole('list', { name: 'Tokens' }), /my trader \(….{4}\)[\s\S]*never used|last used/);
    await page.getByRole('button', { name: 'Revoke my trader' }).click();
    await dialog().getByRole('button', { name: 'Revoke' }).click();
    await counts(page.getByRole('list', { name: 'Tokens' }).getByRole('listitem'), 0);
  });

  it('decisions/Options workspace: a halt is ended after a question, with a reason', async () => {
    await take(
      margin(100_000, 900_000),
      mismatch(),
      openTrade(TAG, { last: 90, estimated_exit_costs: 20, margin_used: 62_000 }),
      openTrade('unknown', { last: null, mode: 'DRY_RUN', max_loss: null }),
      closedTrade('lost', '2026-06-15T06:00:00.000Z', { exit: 300 }),
      signal({ outcome: 'FILTERED', reason: 'IV_RANK_LOW', detail: 'IV rank 18, needs 30' }),
      signal({ outcome: 'EXECUTED', at: '2026-06-12T05:00:00Z' }),
    );
    await go(page, '/options/envelope');
    await shows(panel('State'), /HALTED[\s\S]*Why it was halted[\s\S]*Lost today: ₹15,050 of ₹10,000/);
    await panel('State').getByRole('button', { name: 'Resume' }).click();
    await dialog().getByLabel('Reason').fill('checked the fills');
    await dialog().getByRole('button', { name: 'Resume' }).click();
    await shows(panel('State'), /OPEN[\s\S]*₹0\.00 of ₹10,000\.00/);
    await counts(dialog(), 0);
    await closeMessages(page);
  });

  it('a mismatch is confirmed, and limits are changed', async () => {
    await shows(panel('Reconciliation'), /your process has -75, the broker -150/);
    await panel('Reconciliation').getByRole('button', { name: 'Confirm…' }).click();
    await dialog().getByRole('button', { name: 'Confirm it is settled' }).click();
    await shows(panel('Reconciliation'), /No open mismatches/);
    await closeMessages(page);
    await panel('Limits').getByRole('button', { name: 'Change limits' }).click();
    await dialog().getByLabel('Losses in a row').fill('6');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await shows(panel('State'), /0 of 6/);
    assert.equal((await world.core.options.settings.read(owner)).max_consecutive_losses, 6);
    await closeMessages(page);
  });

  it('the list leads to a trade, whose note is saved, marked in the list, and taken back', async () => {
    await go(page, '/options/journal');
    const list = page.getByRole('table', { name: 'Closed trades' });
    await list.getByRole('link', { name: 'lost' }).click();
    const note = page.getByRole('textbox', { name: 'Your note' });
    await note.fill('Held through the event.');
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.getByText('Note saved.').waitFor();
    await page.getByRole('link', { name: 'All trades' }).click();
    await list.getByRole('img', { name: 'Has a note' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    await closeMessages(page);
    assert.equal((await world.core.options.journal.read(owner, { tag: 'lost' })).operator_notes, null);
  });

  it('the keys lead to the funnel, which is narrowed by its first day; only its own line of the menu is marked', async () => {
    // A key that is pressed in a control belongs to it.
    await main().getByRole('heading', { level: 1 }).click();
    await jump(page, '3');
    await shows(main(), /15 Jun 2026: 1 seen, 1 filtered, 0 executed/);
    await page.getByLabel('From').fill('2026-06-10');
    await page.getByRole('table', { name: 'Signals by day' }).waitFor();
    await counts(panel('By strategy').locator('canvas'), 1);
    const here = page.getByRole('navigation').locator('[aria-current=page]');
    await counts(here, 1);
    await shows(here, /Signal funnel/);
  });

  it('the mode of the results is switched, and their charts are drawn', async () => {
    await go(page, '/options?mode=SHADOW');
    await page.getByRole('heading', { name: /^No .*trades.* yet$/ }).waitFor();
    await page.getByText('Live', { exact: true }).click();
    for (const chart of ['Realised net result', 'Calendar of results', 'By strategy'])
      await counts(panel(chart).locator('canvas'), 1);
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
  });

  it('a failure says what to do', async () => {
    await page.route('**/api/options/funnel*', (route) =>
      route.fulfill({ status: 503, json: { detail: 'Away.' } }),
    );
    await go(page, '/options/funnel?mode=LIVE');
    await shows(main().getByRole('alert'), /Away\.[\s\S]*Try again/);
    await page.unroute('**/api/options/funnel*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await shows(main(), /No signals/);
  });

  it('an unknown trade says so', async () => {
    await go(page, '/options/journal/nothing');
    await page.getByText('Trade not found').waitFor();
  });

  it('nothing was asked of anybody but the server, and the console is quiet', () => {
    assert.deepEqual(
      at.complaints.filter((one) => !/status of (404|503)/.test(one)),
      [],
    );
  });
});
