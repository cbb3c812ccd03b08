import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { TestApi } from '../support/api-client.ts';
import { STRANGLE, zerodhaFile } from '../support/fo-tradebook.ts';
import { counts, fits, go, shows } from './browser.ts';
import { openSignedIn } from './opening.ts';

/** The RBI decides at this moment. */
const NOW = new Date('2026-12-04T04:30:00.000Z');
const NAME = 'events.csv';

describe('events and tradebooks of options in a browser', function () {
  let close: () => Promise<void>;
  let world: TestApi;
  let page: Page;
  let owner: string;
  before(async function () {
    ({ world, owner, page, close } = await openSignedIn(this, {
      now: NOW,
      height: 1400,
      address: '/options/events',
      async prepare({ world: { core }, owner: user }) {
        const records = Array.from({ length: 10 }, (_, nr) => ({
          id: `health-${nr}`,
          kind: 'broker_health',
          at: new Date(NOW.getTime() - 300_000 + nr * 30_000).toISOString(),
          broker: 'kite',
          ok: nr < 5,
          latency_ms: 90,
        }));
        assert.deepEqual((await core.options.ingest(user, records)).rejected, []);
      },
    }));
  });
  after(() => close?.());

  const choose = async (button: string, name: string, buffer: Buffer) => {
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
    await choose(
      'Choose a file',
      NAME,
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
    await choose('Choose an F&O tradebook', 'sold.csv', zerodhaFile(STRANGLE.slice(0, 2)));
    const card = page.getByRole('region', { name: 'F&O tradebook' });
    await shows(card, /2 new, 0 imported before[\s\S]*0 closed, 0 open, 1 with an unknown result/);
    await shows(card, /Expired without a closing fill[\s\S]*NIFTY 2026-01-13/);
    await card.getByRole('button', { name: 'Import 2 fills' }).click();
    await shows(card, /Imported sold\.csv/);
    const settlements = page.getByRole('region', { name: 'Settlement prices' });
    await settlements.getByLabel('NIFTY, 13 Jan 2026').fill('26200');
    await settlements.getByRole('button', { name: 'Settle' }).click();
    await shows(page.getByRole('table', { name: 'Settlement prices you entered' }), /NIFTY.*₹26,200\.00/s);
    await counts(settlements.getByRole('button', { name: 'Settle' }), 0);
    // A put of 26,000 and a call of 26,500 are worth nothing at 26,200: (100 + 80) × 75 = 13,500 were kept.
    const { items } = await world.core.options.journal.list(owner, { page: 1 });
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
