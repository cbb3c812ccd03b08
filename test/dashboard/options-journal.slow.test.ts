import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { istInstant } from '../../core/platform/index.ts';
import type { TestApi } from '../support/api-client.ts';
import { closedTrade, freshId, PUT } from '../support/options-world.ts';
import { go, jump, shows } from './browser.ts';
import { openSignedIn } from './opening.ts';

const TAG = 'IC-20260612-1';

describe('the journal of options in a browser', function () {
  let close: () => Promise<void>;
  let world: TestApi;
  let page: Page;
  let owner: string;
  before(async function () {
    ({ world, owner, page, close } = await openSignedIn(this, {
      now: istInstant('2026-06-15', '15:30'),
      height: 1400,
    }));
  });
  after(() => close?.());
  const take = async (...records: object[]) => {
    const { rejected } = await world.core.options.ingest(owner, records);
    assert.deepEqual(rejected, []);
  };
  const row = (table: string, text: string) =>
    page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text });

  it('an empty journal says how trades come into it', async () => {
    await jump(page, '4');
    await page.getByText('No closed trades yet').waitFor();
  });

  it('the list leads to a trade’s story, with what is unknown and why', async () => {
    await take(
      closedTrade(TAG, '2026-06-12T05:00:00Z', {
        opened_at: '2026-06-12T04:00:00Z',
        mfe: 1_000,
        mae: -200,
        entry_spot: 24_000,
        exit_spot: 24_050,
        delta: 2,
        regime: { name: 'TREND_UP' },
        ai_verdict: 'BULLISH',
      }),
      closedTrade('UNKNOWN-1', '2026-06-11T05:00:00Z', { mode: 'SHADOW', exit: null }),
      {
        id: freshId('position'),
        kind: 'position',
        at: '2026-06-12T04:30:00Z',
        mode: 'LIVE',
        strategy: 'short_put',
        tag: TAG,
        underlying: 'NIFTY',
        state: 'PROFIT_LOCK',
        opened_at: '2026-06-12T04:00:00Z',
        legs: [{ ...PUT, entry_price: 100, last_price: 92 }],
      },
      {
        id: freshId('battle'),
        kind: 'strategy_battle',
        at: '2026-06-12T04:00:00Z',
        underlying: 'NIFTY',
        chosen: 'short_put',
        regime: 'TREND_UP',
        candidates: [
          { strategy: 'short_put', score: 0.62 },
          { strategy: 'iron_condor', score: 0.41, reason: 'trend too strong' },
        ],
      },
    );
    // A page asks anew when it is opened.
    await go(page, '/settings');
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    await go(page, '/options/journal');
    await row('Closed trades', 'UNKNOWN-1')
      .getByText('unknown: NIFTY26JUN24000PE has no exit price.')
      .last()
      .waitFor();
    await shows(row('Closed trades', TAG), /\+₹700\.00/);
    await page.getByRole('link', { name: TAG }).click();
    await page.getByRole('heading', { name: TAG }).waitFor();
    await page.getByText('short_put on NIFTY made ₹700.00 net of ₹50.00 costs').waitFor();
    await page.getByText('unknown: Not reported: theta at the entry.').waitFor();
    await shows(row('Legs', PUT.symbol), /\+₹750\.00/);
    await page.getByText('Unrealised from ₹600.00 to ₹600.00').waitFor();
  });

  it('a note is saved, marked in the list, and taken back', async () => {
    const note = page.getByRole('textbox', { name: 'Your note' });
    await note.fill('Held through the event.');
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.getByText('Note saved.').waitFor();
    await page.getByRole('link', { name: 'All trades' }).click();
    await row('Closed trades', TAG).getByRole('img', { name: 'Has a note' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    assert.equal((await world.core.options.journal.read(owner, { tag: TAG })).operator_notes, null);
  });

  it('the choices of a day and their summary', async () => {
    await go(page, '/options/battle?date=2026-06-12');
    await shows(row('Choices', 'short_put').first(), /0\.62.*iron_condor 0\.41 trend too strong/s);
    await shows(row('Choices by day', '12 Jun 2026'), /short_put 1 of 1, 0\.62/);
    await go(page, '/options/battle');
    await page.getByText('No choices on 15 Jun 2026').waitFor();
  });

  it('nothing goes over the edge of a phone, and an unknown trade says so', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const [path, shown] of [
      ['/options/journal', TAG],
      [`/options/journal/${TAG}`, 'Where the result came from'],
      ['/options/battle?date=2026-06-12', 'trend too strong'],
    ] as const) {
      await go(page, path);
      await page.getByText(shown).first().waitFor();
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      assert.ok(width <= 360, `${path}: ${width}`);
    }
    await go(page, '/options/journal/nothing');
    await page.getByText('Trade not found').waitFor();
  });
});
