import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { TestApi } from '../support/api-client.ts';
import { loadAxe, violations } from './accessibility.ts';
import { counts, go } from './browser.ts';
import { openSignedIn } from './opening.ts';
import { PATHS } from './page-table.ts';

describe('the sample in a browser', function () {
  let close: () => Promise<void>;
  let world: TestApi;
  let page: Page;

  before(async function () {
    ({ world, page, close } = await openSignedIn(this, { address: '/' }));
  });
  after(() => close?.());

  const banner = () => page.getByText('You are looking at a made-up household.');
  const removal = () => page.getByRole('button', { name: 'Remove the sample' });
  const look = async () => {
    await page.getByRole('button', { name: 'Look around with a sample' }).click();
    await banner().waitFor();
  };
  const welcome = () => page.getByRole('heading', { name: 'Import your first tradebook' }).waitFor();

  it('one press shows a household with its curve, and the banner is free of barriers', async () => {
    await welcome();
    await counts(banner(), 0);
    await look();
    await page
      .getByRole('region', { name: /^Compared with/ })
      .locator('canvas')
      .waitFor();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await loadAxe(page);
    assert.deepEqual(await violations(page), []);
  });

  it('every page says that its figures are made up', async () => {
    for (const path of PATHS.filter((one) => !one.includes(':'))) {
      await go(page, path);
      await banner().waitFor();
    }
    await go(page, '/settings');
    await page
      .getByText(/^This does not work with the made-up household/)
      .first()
      .waitFor();
    await counts(page.getByRole('alert'), 0);
  });

  it('removing it asks once about own entries, and one press brings the empty screen back', async () => {
    await go(page, '/');
    const { rows } = await world.core.database.systemPool.query<{ id: string }>(
      'select id from identity.users where sample_of is not null',
    );
    const debt = { name: 'Card', type: 'CARD', balance: 5 };
    await world.core.liabilities.create(rows[0]?.id ?? '', debt, { actor: 'api:owner' });
    await removal().click();
    const question = page.getByRole('dialog', { name: 'Remove the sample with your entries?' });
    await question.getByRole('button', { name: 'Remove' }).click();
    await welcome();
    await counts(banner(), 0);
    await look();
    await removal().click();
    await welcome();
    await counts(banner(), 0);
  });
});
