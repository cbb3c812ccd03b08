import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { TestApi } from '../support/api-client.ts';
import { margin, mismatch, OPEN_AT, openTrade } from '../support/guards-world.ts';
import { closedTrade } from '../support/options-world.ts';
import { closeMessages, counts, fits, go, shows, type Visit } from './browser.ts';
import { openSignedIn } from './opening.ts';

describe('the risk envelope in a browser', function () {
  let close: () => Promise<void>;
  let world: TestApi;
  let at: Visit;
  let page: Page;
  let owner: string;

  before(async function () {
    ({ world, owner, at, page, close } = await openSignedIn(this, {
      now: new Date(OPEN_AT),
      address: '/options/envelope',
    }));
  });
  after(() => close?.());

  const dialog = () => page.getByRole('dialog');
  const panel = (name: string) => page.getByRole('region', { name, exact: true });
  const take = async (...records: object[]) => {
    const { rejected } = await world.core.options.ingest(owner, records);
    assert.deepEqual(rejected, []);
  };

  it('before anything is reported it says what is not known', async () => {
    await shows(
      panel('State'),
      /THROTTLED[\s\S]*Lost today[\s\S]*₹0\.00 of ₹10,000\.00[\s\S]*No margin has been reported yet/,
    );
    await shows(panel('Reconciliation'), /No open mismatches/);
    await shows(panel('Open trades'), /No open trades/);
  });

  it('decisions/Options workspace: a halt is ended after a question, with a reason', async () => {
    await take(
      margin(100_000, 900_000),
      mismatch(),
      openTrade('IC-20260615-WITH-A-LONG-NAME', { last: 90, estimated_exit_costs: 20, margin_used: 62_000 }),
      openTrade('unknown', { last: null, mode: 'DRY_RUN', max_loss: null }),
      closedTrade('lost', OPEN_AT, { exit: 300 }),
    );
    // A page asks anew when it is opened, and it was left only once another one stands there.
    await go(page, '/settings');
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    await go(page, '/options/envelope');
    await shows(panel('State'), /HALTED[\s\S]*Why it was halted[\s\S]*Lost today: ₹15,050 of ₹10,000/);
    await shows(panel('Open trades'), /IC-20260615[\s\S]*₹730\.00/);
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

  it('fits a phone', async () => {
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 860 });
      await go(page, '/options/envelope');
      await panel('Open trades').waitFor();
      await fits(page);
    }
  });

  it('nothing was asked of anybody but the server, and the console is quiet', () => {
    assert.deepEqual(at.complaints, []);
  });
});
