import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { Validator } from '@seriousme/openapi-schema-validator';
import * as yup from 'yup';
import { toJsonSchema } from '../../core/platform/schema/index.ts';
import { openApi } from '../../api/openapi.ts';
import type { RefusalCode } from '../../core/portfolio/imports/files/refusal.ts';
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

  it('a schema says in JSON Schema what it says in ours', () => {
    const schema = yup
      .object({
        name: yup
          .string()
          .min(1)
          .max(20)
          .matches(/^[a-z]+$/i)
          .required(),
        pin: yup.string().length(6).required(),
        at: yup.string().datetime().nullable().defined(),
        count: yup.number().integer().moreThan(0).max(9).default(1),
        share: yup.number().min(0).lessThan(1).nullable().defined(),
        kind: yup.mixed().oneOf(['A', 'B']).required(),
        anything: yup.mixed().nullable().defined(),
        tags: yup.array(yup.string().required()).min(1).max(3).required(),
        inner: yup.object({ flag: yup.boolean().required() }).nullable().defined(),
        own: yup
          .string()
          .nullable()
          .defined()
          .meta({ json: { type: 'string', enum: ['x'] } }),
      })
      .noUnknown();
    assert.deepEqual(toJsonSchema(schema), {
      type: 'object',
      additionalProperties: false,
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 20, pattern: '^[a-z]+$' },
        pin: { type: 'string', minLength: 6, maxLength: 6 },
        at: { type: ['string', 'null'], format: 'date-time' },
        count: { type: 'integer', exclusiveMinimum: 0, maximum: 9, default: 1 },
        share: { type: ['number', 'null'], minimum: 0, exclusiveMaximum: 1 },
        kind: { type: 'string', enum: ['A', 'B'] },
        anything: {},
        tags: { type: 'array', minItems: 1, maxItems: 3, items: { type: 'string' } },
        inner: {
          type: ['object', 'null'],
          properties: { flag: { type: 'boolean' } },
          required: ['flag'],
        },
        own: { type: ['string', 'null'], enum: ['x', null] },
      },
      required: ['name', 'pin', 'at', 'share', 'kind', 'anything', 'tags', 'inner', 'own'],
    });
  });

  it('HTTP conventions: each route tells the codes of a body that cannot be read, and of a file that is refused', () => {
    const { paths } = openApi(ROUTES, '0') as {
      paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>;
    };
    const codes = (path: string, status: string) =>
      paths[path]?.['post']?.responses[status]?.description.split(', ') ?? assert.fail(`${path} ${status}`);
    assert.deepEqual(codes('/api/portfolio/goals', '400'), ['INVALID_JSON']);
    assert.deepEqual(codes('/api/chat/attachments', '400'), ['INVALID_FORM']);
    assert.deepEqual(codes('/api/portfolio/csv/upload', '400'), ['INVALID_FORM']);
    // A code more or less in the importer does not compile here.
    const refusals: Record<Exclude<RefusalCode, 'CSV_TOO_LARGE'>, true> = {
      CSV_EMPTY: true,
      CSV_IS_EXCEL: true,
      CSV_IS_ARCHIVE: true,
      CSV_IS_PDF: true,
      CSV_IS_HTML: true,
      CSV_IS_XML: true,
      CSV_IS_JSON: true,
      CSV_BINARY: true,
      CSV_ENCODING: true,
      CSV_NO_HEADER: true,
      CSV_NO_ROWS: true,
      CSV_UNKNOWN_COLUMNS: true,
      CSV_WRONG_TYPE: true,
      CSV_TOO_MANY_COLUMNS: true,
      CSV_TOO_MANY_ROWS: true,
      CSV_FIELD_TOO_LONG: true,
      CSV_UNCLOSED_QUOTE: true,
      FLEX_MALFORMED: true,
      FLEX_NO_STATEMENT: true,
    };
    assert.deepEqual(codes('/api/portfolio/csv/upload', '422'), [
      'VALIDATION_ERROR',
      ...Object.keys(refusals),
    ]);
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
