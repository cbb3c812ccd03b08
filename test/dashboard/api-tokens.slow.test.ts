import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { TestApi } from '../support/api-client.ts';
import { choose, counts, fits, go, shows } from './browser.ts';
import { openSignedIn } from './opening.ts';

describe('API tokens in a browser', function () {
  let close: () => Promise<void>;
  let world: TestApi;
  let page: Page;
  let owner: string;
  before(async function () {
    ({ world, owner, page, close } = await openSignedIn(this, { address: '/settings', height: 1400 }));
  });
  after(() => close?.());

  const panel = () => page.getByRole('region', { name: 'API tokens' });
  const rows = () => panel().getByRole('list', { name: 'API tokens' }).getByRole('listitem');

  it('a token is made, shown once with a call to try, listed, and revoked after a question', async () => {
    await shows(panel(), /No tokens yet/);
    await shows(panel(), /Reads everything and changes nothing/);
    await panel().getByLabel('Name of the script').fill('nightly export');
    await choose(panel().getByLabel('Access'), 'Full access');
    await shows(panel(), /cannot sign in, use credentials, answer plans/);
    await panel().getByRole('button', { name: 'Create a token' }).click();
    const shown = panel().getByRole('status');
    await shows(shown, /Token for nightly export[\s\S]*Munim keeps no copy/);
    await counts(shown.getByRole('button', { name: 'Copy the token' }), 1);
    const token = (await shown.locator('code').first().textContent()) ?? '';
    await shows(shown, new RegExp(`curl -H "Authorization: Bearer ${token}" http://`));
    const principal = await world.core.identity.tokens.authenticate(token);
    assert.deepEqual([principal?.userId, principal?.token?.access], [owner, 'full']);
    await counts(rows(), 1);
    await shows(rows(), /nightly export \(….{4}\)[\s\S]*Full access[\s\S]*created/);

    await go(page, '/activity');
    await shows(page.getByRole('main'), /API token nightly export created[\s\S]*Dashboard, owner/);
    await go(page, '/settings');
    await shows(rows(), /nightly export/);
    await counts(panel().getByRole('status'), 0);
    await panel().getByRole('button', { name: 'Revoke nightly export' }).click();
    await shows(page.getByRole('dialog'), /refused at once/);
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await shows(panel(), /No tokens yet/);
    assert.equal(await world.core.identity.tokens.authenticate(token), null);
    await fits(page);
  });

  it('the API documentation is one click away, from the tokens and from every page', async () => {
    for (const link of [
      panel().getByRole('link', { name: 'API documentation' }),
      page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'API documentation' }),
    ])
      assert.equal(await link.getAttribute('href'), '/api/docs');
  });
});
