import assert from 'node:assert/strict';
import type { DefinitionsView } from '../../../core/reports/index.ts';
import { type TestApi, testApi } from '../../support/api-client.ts';

describe('definitions over HTTP', () => {
  let world: TestApi;
  before(async () => {
    world = await testApi();
  });
  after(() => world.close());

  it('lists every measure with its formula, for whoever is signed in', async () => {
    const owner = await world.signedIn();
    const { status, body } = await owner.get<DefinitionsView>('/api/portfolio/reports/definitions');
    assert.equal(status, 200);
    const cagr = body.items.find(({ key }) => key === 'cagr');
    assert.match(cagr?.formula ?? '', /current value \/ invested/);
    assert.ok(body.items.every(({ group }) => body.groups.includes(group)));
  });

  it('the description of the API leads to the page', async () => {
    const owner = await world.signedIn();
    const { body } = await owner.get<{ externalDocs: { url: string }; info: { description: string } }>(
      '/api/openapi.json',
    );
    assert.equal(body.externalDocs.url, '/definitions');
    // The page of the API shows links of the description alone.
    assert.match(body.info.description, /\]\(\/definitions\)/);
  });
});
