import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { istInstant } from '../../core/platform/index.ts';
import type { TestApi } from '../support/api-client.ts';
import { STRANGLE, zerodhaFile } from '../support/fo-tradebook.ts';
import { analyses, during, filledBy, readyForLive } from '../support/go-live-world.ts';
import { margin, mismatch, openTrade } from '../support/guards-world.ts';
import { closedTrade, freshId } from '../support/options-world.ts';
import { choose, closeMessages, counts, fits, go, jump, shows, type Visit } from './browser.ts';
import { openSignedIn } from './opening.ts';
import type { MovableClock } from './showcase.ts';

/** After the exchange has closed on a Monday. */
const MARCH = istInstant('2026-03-09', '17:30');
/** 15:30 in India on a Monday. */
const JUNE = new Date('2026-06-15T10:00:00.000Z');
/** The RBI decides at this moment. */
const DECEMBER = new Date('2026-12-04T04:30:00.000Z');
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
  let clock: MovableClock;
  let at: Visit;
  let page: Page;
  let owner: string;
  before(async function () {
    // Signed in on the last day of it, and so on each of them.
    const opened = await openSignedIn(this, { now: DECEMBER, height: 1400 });
    ({ world, clock, owner, at, page, close } = opened);
    clock.put(MARCH);
  });
  after(() => close?.());

  const main = () => page.getByRole('main');
  const dialog = () => page.getByRole('dialog');
  const panel = (name: string) => page.getByRole('region', { name, exact: true });
  const goLive = () => world.core.options.goLive;

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

  it('before anything is reported both pages say what to do', async () => {
    await go(page, '/options/go-live');
    await page.getByRole('heading', { name: 'No strategies yet' }).waitFor();
    await go(page, '/options/ai-market');
    // No model is set up here.
    await page.getByRole('button', { name: 'Ask for an analysis' }).click();
    await shows(main().getByRole('alert'), /Settings/i);
  });

  it('portfolio/Go-live state machine: a strategy takes its steps one at a time, each after a question', async () => {
    const filled = filledBy(world.core, owner);
    await readyForLive(filled);
    const strategy = 'a strategy with a long name of very many letters and words';
    await filled.take(signal({ at: during('2026-03-09'), strategy, outcome: 'SEEN' }));
    await go(page, '/options/go-live');
    const put = panel('short_put');
    await shows(put, /Dry run[\s\S]*Ready for shadow/);
    const other = panel('a strategy with a long name of very many letters and words');
    await shows(other, /Signals and closed trades reported[\s\S]*1; at least 10 needed[\s\S]*Not met/);
    assert.ok(await other.getByRole('button', { name: 'Promote to shadow' }).isDisabled());

    await put.getByRole('button', { name: 'Promote to shadow' }).click();
    await shows(
      dialog(),
      /without money[\s\S]*When you confirm, these are checked once more[\s\S]*10; at least 10 needed/,
    );
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await counts(dialog(), 0);
    await put.getByRole('button', { name: 'Promote to shadow' }).click();
    await dialog().getByRole('button', { name: 'Promote to shadow' }).click();
    await shows(put, /Shadow[\s\S]*Ready for live/);
    const criteria = put.getByRole('table', { name: 'Criteria of short_put' });
    await counts(criteria.getByRole('row'), 10);
    await shows(criteria, /Lower end of its 90% interval[\s\S]*₹300; more than ₹0 needed[\s\S]*Met/);
    await closeMessages(page);

    await put.getByRole('button', { name: 'Promote to live' }).click();
    const live = dialog().getByRole('button', { name: 'Promote to live' });
    assert.equal(await live.isDisabled(), true);
    await dialog().getByRole('textbox').fill('short_put');
    await live.click();
    await shows(put, /Live[\s\S]*9 of 9 criteria of the gate are met/);
    await closeMessages(page);
    const history = page.getByRole('table', { name: 'Steps of strategies' });
    await shows(
      history,
      /short_put: shadow → live[\s\S]*owner[\s\S]*10 of 10[\s\S]*short_put: dry run → shadow/,
    );
  });

  it('a step taken by someone else is shown, and a revert works at once', async () => {
    const put = panel('short_put');
    await put.getByRole('button', { name: 'Back to shadow' }).click();
    await goLive().revert(owner, 'short_put', {}, { actor: 'chat:owner' });
    await dialog().getByRole('button', { name: 'Back to shadow' }).click();
    await shows(dialog(), /The strategy is in dry run now, not in live/);
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await goLive().promote(owner, 'short_put', { from: 'DRY_RUN' }, { actor: 'chat:owner' });
    // Opened anew, the page asks anew.
    await go(page, '/nowhere');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await go(page, '/options/go-live');
    await put.getByRole('button', { name: 'Revert to dry run' }).click();
    await dialog().getByRole('button', { name: 'Revert to dry run' }).click();
    await shows(put, /Dry run[\s\S]*Ready for shadow/);
    assert.equal((await goLive().confidence(owner, 'short_put')).mode, 'DRY_RUN');
    await closeMessages(page);
  });

  it('portfolio/Option endpoints: the reliability of market analyses as a table, and those of one model', async () => {
    await filledBy(world.core, owner).take(...analyses());
    await go(page, '/options/ai-market');
    const reliability = panel('Reliability');
    await reliability.getByRole('button', { name: 'Table' }).click();
    await shows(reliability, /60–70%\s*30\s*60\.0%\s*100\.0%/);
    await choose(page.getByRole('combobox', { name: 'Model' }), 'first');
    await shows(panel('Usefulness'), /Not shown yet[\s\S]*30; at least 60 needed/);
  });

  describe('with trades in June', () => {
    before(() => clock.put(JUNE));

    it('decisions/Options workspace: a halt is ended after a question, with a reason', async () => {
      await filledBy(world.core, owner).take(
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

    it('the list leads to a trade, whose note is saved, marked in the list, and taken back; what was typed since stays', async () => {
      await go(page, '/options/journal');
      const list = page.getByRole('table', { name: 'Closed trades' });
      await list.getByRole('link', { name: 'lost' }).click();
      const note = page.getByRole('textbox', { name: 'Your note' });
      await note.fill('Held through the event.');
      await page.getByRole('button', { name: 'Save note' }).click();
      await page.getByText('Note saved.').waitFor();
      await note.fill('Held through the event. Next time');
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('Undone.').waitFor();
      assert.equal(await note.inputValue(), 'Held through the event. Next time');
      await closeMessages(page);
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
      await counts(panel('Realised net result').locator('canvas'), 1);
      assert.doesNotMatch(await main().innerText(), /15,050/);
      await page.getByText('Live', { exact: true }).click();
      await shows(main(), /−₹15,050/);
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
  });

  describe('events and tradebooks in December', () => {
    before(async () => {
      clock.put(DECEMBER);
      const health = Array.from({ length: 10 }, (_, nr) => ({
        id: `health-${nr}`,
        kind: 'broker_health',
        at: new Date(DECEMBER.getTime() - 300_000 + nr * 30_000).toISOString(),
        broker: 'kite',
        ok: nr < 5,
        latency_ms: 90,
      }));
      await filledBy(world.core, owner).take(...health);
      await go(page, '/options/events');
    });

    const chooseFile = async (button: string, name: string, buffer: Buffer) => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: button, exact: true }).click(),
      ]);
      await chooser.setFiles({ name, mimeType: 'text/csv', buffer });
    };

    it('what blocks entries now stands above what comes, and a file of events is shown before it is saved', async () => {
      await shows(page.getByRole('status').first(), /New entries are blocked now.*RBI monetary policy/s);
      await page.getByRole('button', { name: 'Import events' }).click();
      const dialog = page.getByRole('dialog');
      await chooseFile(
        'Choose a file',
        'events.csv',
        Buffer.from(
          'name,category,date,underlying\nTCS results,RESULTS,2026-12-07,TCS\nNobody,RESULTS,2026-12-07,',
        ),
      );
      await shows(dialog, /Would add 1, change 0; 0 already there; 1 rejected\.[\s\S]*Row 3: /);
      const before = await world.core.options.events.upcoming(owner, 14);
      assert.ok(!before.items.some(({ name }) => name === 'TCS results'));
      await dialog.getByRole('button', { name: 'Save' }).click();
      await shows(dialog, /Added 1, changed 0/);
      await dialog.getByRole('button', { name: 'Done' }).click();
      await counts(dialog, 0);
      await page.getByText('TCS results').waitFor();
    });

    it('decisions/Options workspace: a tradebook is shown, imported, and what expired is settled', async () => {
      await go(page, '/options/journal?import=tradebook');
      // Both options were sold and never bought back: they expired on 13 January.
      await chooseFile('Choose an F&O tradebook', 'sold.csv', zerodhaFile(STRANGLE.slice(0, 2)));
      const card = page.getByRole('region', { name: 'F&O tradebook' });
      await shows(card, /2 new, 0 imported before[\s\S]*0 closed, 0 open, 1 with an unknown result/);
      await shows(card, /Expired without a closing fill[\s\S]*NIFTY of 13 Jan 2026/);
      await card.getByRole('button', { name: 'Import 2 fills' }).click();
      await shows(card, /Imported sold\.csv/);
      const settlements = page.getByRole('region', { name: 'Settlement prices' });
      await settlements.getByLabel('NIFTY, 13 Jan 2026').fill('26200');
      await settlements.getByRole('button', { name: 'Settle' }).click();
      await shows(page.getByRole('table', { name: 'Settlement prices you entered' }), /NIFTY.*₹26,200\.00/s);
      await counts(settlements.getByRole('button', { name: 'Settle' }), 0);
      // A put of 26,000 and a call of 26,500 are worth nothing at 26,200: (100 + 80) × 75 = 13,500 were kept.
      const { items } = await world.core.options.journal.list(owner, { strategy: 'tradebook', page: 1 });
      assert.deepEqual(
        items.map(({ realised_gross }) => realised_gross),
        [13_500],
      );
    });

    it('the journal can be narrowed to every strategy that it has', async () => {
      await page.getByRole('combobox', { name: 'Strategy', exact: true }).click();
      await page.getByRole('option', { name: 'tradebook' }).click();
      await page.waitForURL(/strategy=tradebook/);
    });

    it('nothing goes over the edge of a phone', async () => {
      await page.setViewportSize({ width: 360, height: 740 });
      for (const [path, part] of [
        ['/options/events', 'TCS results'],
        ['/options/broker-health', 'UNSTABLE'],
        ['/options/journal?import=tradebook', 'Choose an F&O tradebook'],
      ] as const) {
        await go(page, path);
        await page.getByRole('main').getByText(part).first().waitFor();
        await fits(page);
      }
    });
  });

  describe('the console', () => {
    it('nothing was asked of anybody but the server, and the console is quiet', () => {
      assert.deepEqual(
        at.complaints.filter((one) => !/status of (404|409|503)/.test(one)),
        [],
      );
    });
  });
});
