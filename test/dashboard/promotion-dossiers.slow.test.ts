import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { TestApi } from '../support/api-client.ts';
import { backtest, runAll, walkingMarket } from '../support/backtests.ts';
import { RESEARCH_ON } from '../support/scripted-evidence.ts';
import { storeRun } from '../support/published-runs.ts';
import { choose, counts, shows } from './browser.ts';
import { openSignedIn } from './opening.ts';

describe('AI research beside a promotion, in a browser', function () {
  let close: () => Promise<void>;
  let world: TestApi;
  let page: Page;
  let owner: string;
  let run: string;
  let dossier: string;

  before(async function () {
    ({ world, owner, page, close } = await openSignedIn(this, {
      environment: { ...RESEARCH_ON },
      height: 1400,
      async prepare({ world: { core }, owner: user }) {
        await walkingMarket().write(core);
        const body = backtest({ name: 'Two best', from: '2024-01-01', to: '2024-06-28' });
        ({ run_id: run } = await core.strategies.runs.create(user, body, { actor: 'api:owner' }));
        await runAll(core);
        dossier = await storeRun(core, user, { instrument_id: '7' });
        await storeRun(core, user, { instrument_id: '8', symbol: 'DEEP', status: 'REVIEW_REQUIRED' });
      },
    }));
  });
  after(() => close?.());

  it('research/Events: a completed dossier can be put beside it, and is shown where the policy is', async () => {
    const dialog = page.getByRole('dialog');
    const next = dialog.getByRole('button', { name: 'Next' });
    await page.goto(new URL(`/strategies/${run}`, page.url()).href);
    await page.getByRole('button', { name: 'Use on paper', exact: true }).click();
    await next.click();
    const list = dialog.getByRole('combobox', { name: 'AI research behind it' });
    await list.click();
    // The one whose evidence was not enough is not offered.
    await counts(page.getByRole('option'), 1);
    await choose(list, /^KAVERI, /);
    await next.click();
    const isRejected = await dialog.getByRole('checkbox', { name: /did badly/ }).isVisible();
    if (isRejected) {
      await dialog.getByRole('checkbox', { name: /did badly/ }).check();
      await dialog.getByRole('textbox', { name: /Why/ }).fill('I want to see it lose on paper first.');
    }
    await dialog.getByRole('button', { name: 'Create the policy' }).click();
    await dialog.getByRole('link', { name: 'Open the policy' }).waitFor();
    const { items } = await world.core.policies.promotions.list(owner, run);
    assert.deepEqual(
      items.map(({ ai_research_dossier_ids }) => ai_research_dossier_ids),
      [[dossier]],
    );
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    const link = page.getByRole('link', { name: dossier, exact: true });
    await shows(link, new RegExp(`^${dossier}$`));
    assert.equal(await link.getAttribute('href'), `/research/ai/${dossier}`);
  });
});
