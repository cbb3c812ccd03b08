import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { Validator } from '@seriousme/openapi-schema-validator';
import { openApi } from '../../api/openapi.ts';
import { ROUTES } from '../../api/routes/index.ts';
import { type TestApi, testApi } from '../support/api-client.ts';

type Json = Record<string, unknown>;

describe('api documentation', () => {
  let world: TestApi;
  before(async () => {
    world = await testApi();
  });
  after(() => world.close());

  it('GET /api/openapi.json is a valid OpenAPI 3.1 document of every route', async () => {
    const client = await world.signedIn();
    const { status, body } = await client.get<Json>('/api/openapi.json');
    assert.equal(status, 200);
    const { valid, errors } = await new Validator().validate(structuredClone(body));
    assert.ok(valid, JSON.stringify(errors));
    assert.equal(body['openapi'], '3.1.0');
    const { version } = createRequire(import.meta.url)('../../package.json') as { version: string };
    assert.equal((body['info'] as Json)['version'], version);
    const operations = Object.entries(body['paths'] as Record<string, Json>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    assert.deepEqual(
      operations.sort(),
      ROUTES.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`).sort(),
    );
  });

  it('words that may be null are declared so, and a file with every type that it may have', () => {
    const document = openApi(ROUTES, '0') as { paths: Record<string, Record<string, Json>> };
    const contentOf = (path: string) => {
      const get = document.paths[path]?.['get'] ?? assert.fail(path);
      return (get['responses'] as Record<string, { content: Json }>)['200']?.content ?? assert.fail(path);
    };
    const performance = JSON.stringify(contentOf('/api/portfolio/reports/performance'));
    assert.match(performance, /"basis":{"type":\["string","null"\],"enum":\["SNAPSHOT","LEDGER",null\]}/);
    // that of a day in the series is never null
    assert.match(performance, /"basis":{"type":"string","enum":\["SNAPSHOT","LEDGER"\]}/);
    const taxLots = Object.keys(contentOf('/api/portfolio/reports/tax-lots'));
    assert.deepEqual(taxLots, ['application/json', 'text/csv']);
    const files = Object.keys(contentOf('/api/portfolio/reports/export'));
    assert.deepEqual(files, ['text/csv', 'application/pdf']);
  });

  it('every operation has an id of its own', () => {
    const { paths } = openApi(ROUTES, '0') as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const ids = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    assert.equal(new Set(ids).size, ids.length);
  });

  it('every object in a body refuses unknown keys, and the schema says so', () => {
    const walk = (schema: unknown, place: string): void => {
      if (typeof schema !== 'object' || schema === null) return;
      const { type, properties, additionalProperties, items } = schema as Json;
      if (type === 'object' && properties !== undefined) assert.equal(additionalProperties, false, place);
      for (const [name, field] of Object.entries((properties ?? {}) as Json)) walk(field, `${place}.${name}`);
      if (items !== undefined) walk(items, `${place}[]`);
    };
    const { paths } = openApi(ROUTES, '0') as { paths: Record<string, Record<string, Json>> };
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        const content =
          (operation['requestBody'] as { content: Record<string, { schema: unknown }> } | undefined)
            ?.content ?? {};
        for (const { schema } of Object.values(content)) walk(schema, `${method} ${path}`);
      }
    }
  });

  it('no two routes have the same method and path', () => {
    const places = ROUTES.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`);
    assert.deepEqual(
      places.filter((place, at) => places.indexOf(place) !== at),
      [],
    );
  });

  it('GET /api/docs works without the internet: all it loads is here', async () => {
    const client = await world.signedIn();
    const page = await client.get<string>('/api/docs');
    assert.match(page.headers.get('content-type') ?? '', /text\/html/);
    const loaded = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');
    assert.equal(loaded.length, 4);
    for (const address of loaded) {
      assert.match(address, /^\/api\/docs\//);
      const file = await client.get(address);
      assert.equal(file.status, 200, address);
      assert.ok(file.text.length > 50);
    }
    assert.doesNotMatch(page.text, /<script>|onload=|style="/);
    assert.equal((await client.get('/api/docs/package.json')).status, 404);
    assert.equal((await client.get('/api/docs/..%2Fpackage.json')).status, 404);
  });
});
