import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { istInstant } from '../../core/platform/index.ts';
import type { TestApi } from '../support/api-client.ts';
import { analyses, during, filledBy, readyForLive } from '../support/go-live-world.ts';
import { freshId } from '../support/options-world.ts';
import { choose, closeMessages, counts, go, shows, type Visit } from './browser.ts';
import { openSignedIn } from './opening.ts';

describe('going live and market analyses in a browser', function () {
  let close: () => Promise<void>;
  let world: TestApi;
  let at: Visit;
  let page: Page;
  let owner: string;

  before(async function () {
    ({ world, owner, at, page, close } = await openSignedIn(this, {
      now: istInstant('2026-03-09', '17:30'),
      address: '/options/go-live',
    }));
  });
  after(() => close?.());

  const goLive = () => world.core.options.goLive;
  const dialog = () => page.getByRole('dialog');
  const panel = (name: string) => page.getByRole('region', { name, exact: true });

  it('before anything is reported both pages say what to do', async () => {
    await page.getByRole('heading', { name: 'No strategies yet' }).waitFor();
    await go(page, '/options/ai-market');
    // No model is set up here.
    await page.getByRole('button', { name: 'Ask for an analysis' }).click();
    await shows(page.getByRole('alert'), /Settings/i);
  });

  it('portfolio/Go-live state machine: a strategy takes its steps one at a time, each after a question', async () => {
    const filled = filledBy(world.core, owner);
    await readyForLive(filled);
    await filled.take(signal('a strategy with a long name of very many letters and words'));
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

  it('a step that somebody else took is told, and a revert works at once', async () => {
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

  it('nothing was asked of anybody but the server, and the console is quiet', () => {
    assert.deepEqual(
      at.complaints.filter((one) => !/status of 409/.test(one)),
      [],
    );
  });
});

const signal = (strategy: string) => ({
  id: freshId('signal'),
  kind: 'signal',
  at: during('2026-03-09'),
  mode: 'DRY_RUN',
  strategy,
  outcome: 'SEEN',
});
