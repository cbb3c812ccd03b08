import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { istInstant } from '../../core/platform/index.ts';
import type { TestApi } from '../support/api-client.ts';
import { gate } from '../support/gate.ts';
import { registerForResearch } from '../support/research-world.ts';
import { RESEARCH_ON, type Script, script, scriptedResearch } from '../support/scripted-evidence.ts';
import { counts, fits, go, jump, type Visit } from './browser.ts';
import { openSignedIn } from './opening.ts';

const NEVER = new AbortController().signal;

describe('AI research in a browser', function () {
  const told: Script = script();
  let close: () => Promise<void>;
  let world: TestApi;
  let at: Visit;
  let page: Page;

  before(async function () {
    ({ world, at, page, close } = await openSignedIn(this, {
      now: istInstant('2026-03-02', '11:30'),
      height: 1400,
      environment: { ...RESEARCH_ON },
      research: scriptedResearch(told),
      prepare: async ({ world: { core } }) => void (await registerForResearch(core)),
    }));
  });
  after(() => close?.());

  it('an empty page says what a run is; the form refuses a fund with what to do', async () => {
    await jump(page, '.');
    await page.getByRole('heading', { name: 'No research yet' }).waitFor();
    await page.getByRole('button', { name: 'New research' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Symbol').fill('FUNDONE');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    // What it will cost and take is told before anything is asked for.
    await dialog.getByText(/No model is set up/).waitFor();
    await dialog.getByText('You have used 0 of 25 runs today.').waitFor();
    await dialog.getByRole('button', { name: 'Start the research' }).click();
    await dialog.getByText(/is a mutual fund.*one of the shares/).waitFor();
    await dialog.getByRole('button', { name: 'Change the share or mode' }).click();
    await dialog.getByText('Historical').click();
    await dialog.getByLabel(/Cut-off/).waitFor();
    await dialog.getByText('Current', { exact: true }).click();
    await dialog.getByLabel('Symbol').fill('KAVERI');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('button', { name: 'Start the research' }).click();
    await page.getByRole('heading', { name: 'Kaveri Flowtech Limited', level: 1 }).waitFor();
    await page.getByRole('note', { name: /^Waiting/ }).waitFor();
  });

  it('stages change as they are done, and at the end coverage, facts, conflicts and evidence are there', async () => {
    const held = gate();
    told.before = async (what) => (what === 'nse_archive' ? await held.pass() : undefined);
    const working = world.core.research.worker.next(NEVER);
    await held.reached;
    const stage = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await stage('Prices of NSE').getByText('Running').waitFor();
    await stage('Filings with NSE').getByText('2 packets.').waitFor();
    held.open();
    await working;
    await page.getByRole('note', { name: /^Review required/ }).waitFor();
    await page.getByText('No filing was found. Import the company’s results.', { exact: true }).waitFor();
    await page.getByRole('tab', { name: /^Facts/ }).click();
    const derived = page.getByRole('button', { name: /Net margin/ });
    await derived.click();
    await page.getByText('Calculated: net_income / revenue * 100').waitFor();
    await counts(page.getByRole('button', { name: /^Revenue from operations/ }), 1);
    // What it is calculated from is found among all periods.
    await page.getByRole('button', { name: 'revenue.consolidated.fy2020' }).click();
    await counts(page.getByRole('button', { name: /· FY2020: ₹1,23,45,678\.9 crore$/ }), 1);
    await page.getByRole('button', { name: /^Revenue from operations/ }).click();
    await page.getByText('Exact value: 12,34,56,78,90,12,345.67 INR').waitFor();
    await page.getByLabel('Search facts').fill('net margin');
    await counts(page.getByRole('button', { name: /^Net margin/ }), 1);
    await counts(page.getByRole('button', { name: /^Revenue from operations/ }), 0);
    await page.getByRole('tab', { name: /^Conflicts/ }).click();
    await page.getByText(/The latest revision is used\. The later filing restates it\./).waitFor();
    await page.getByRole('tab', { name: /^Evidence/ }).click();
    await page.getByRole('button', { name: 'Copy the hash of Results Q1' }).waitFor();
    await page.getByText('Yahoo: Yahoo asked to wait.').waitFor();
  });

  it('fits a phone; asking again is a run that names the old one, and is cancelled after a question', async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    for (const name of [/^Coverage/, /^Facts/, /^Conflicts/, /^Evidence/]) {
      await page.getByRole('tab', { name }).click();
      await fits(page);
    }
    const old = /ai-\d+/.exec(page.url())?.[0] ?? assert.fail();
    await page.getByRole('button', { name: 'Run new research' }).click();
    await page
      .getByRole('dialog')
      .getByText(/No model is set up/)
      .waitFor();
    await page.getByRole('button', { name: 'Start the research' }).click();
    await page.getByRole('note', { name: /^Waiting/ }).waitFor();
    await page.getByText('Repeats', { exact: true }).waitFor();
    await page.getByRole('link', { name: old }).first().waitFor();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('button', { name: 'Cancel the research' }).click();
    await page.getByRole('note', { name: /^Cancelled/ }).waitFor();
    await go(page, '/research/ai');
    await counts(page.getByRole('row', { name: /KAVERI/ }), 2);
    await fits(page);
    await go(page, '/research/ai/ai-99999');
    await page.getByRole('heading', { name: 'This research cannot be shown' }).waitFor();
    assert.deepEqual(
      at.complaints.filter((one) => !/404|422/.test(one)),
      [],
    );
  });
});
