import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { Validator } from '@seriousme/openapi-schema-validator';
import * as yup from 'yup';
import { toJsonSchema } from '../../core/platform/schema/index.ts';
import { NAMES } from '../../api/openapi-components.ts';
import { BODY_EXAMPLES } from '../../api/openapi-examples.ts';
import { QUERY_WORDS } from '../../api/openapi-parameters.ts';
import { openApi } from '../../api/openapi.ts';
import type { RefusalCode } from '../../core/portfolio/imports/files/refusal.ts';
import { ROUTES } from '../../api/routes/index.ts';
import { tokenRule } from '../../api/token-access.ts';
import { parseBody } from '../../api/validation.ts';
import { type TestApi, testApi } from '../support/api-client.ts';

type Json = Record<string, unknown>;

interface Parameter {
  name: string;
  in: string;
  description?: string;
}
interface Operation extends Json {
  parameters: Parameter[];
}
type Paths = Record<string, Record<string, Operation>>;

/** The document with every reference replaced by what it stands for. */
function inlined(document: Json): Json {
  const { schemas } = document['components'] as { schemas: Json };
  const within = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(within);
    if (typeof part !== 'object' || part === null) return part;
    const reference = (part as Json)['$ref'];
    if (typeof reference === 'string')
      return within(schemas[reference.replace('#/components/schemas/', '')] ?? assert.fail(reference));
    return Object.fromEntries(Object.entries(part).map(([name, child]) => [name, within(child)]));
  };
  return within(document) as Json;
}

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
    const document = inlined(openApi(ROUTES, '0')) as { paths: Record<string, Record<string, Json>> };
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
      MARKET_DATA_FILE: true,
      FLEX_MALFORMED: true,
      FLEX_NO_STATEMENT: true,
      STATEMENT_REFUSED: true,
      PDF_PASSWORD_NEEDED: true,
      PDF_WRONG_PASSWORD: true,
      PDF_UNREADABLE: true,
      PDF_IS_PICTURE: true,
      PDF_TOO_LARGE: true,
      PDF_UNKNOWN: true,
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
    const { paths } = inlined(openApi(ROUTES, '0')) as { paths: Record<string, Record<string, Json>> };
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        const content =
          (operation['requestBody'] as { content: Record<string, { schema: unknown }> } | undefined)
            ?.content ?? {};
        for (const { schema } of Object.values(content)) walk(schema, `${method} ${path}`);
      }
    }
  });

  it('every parameter of an address says what it means, and nothing is described that is not there', () => {
    const { paths } = openApi(ROUTES, '0') as { paths: Paths };
    const asked = new Set<string>();
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, { parameters }] of Object.entries(methods)) {
        for (const { name, in: where, description } of parameters) {
          assert.match(description ?? '', /^[A-Z`].+\.$/, `${where} ${name} of ${method} ${path}`);
          if (where !== 'query') continue;
          asked.add(name);
          asked.add(`${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')} ${name}`);
        }
      }
    }
    assert.deepEqual(
      QUERY_WORDS.filter((one) => !asked.has(one)),
      [],
    );
  });

  it('every object that is used more than once, and every body and answer that is one, is a named component', () => {
    const document = openApi(ROUTES, '0');
    const { schemas } = document['components'] as { schemas: Record<string, Json> };
    const places = new Map<string, string[]>();
    const walk = (part: unknown, place: string, isNamed: boolean): void => {
      if (typeof part !== 'object' || part === null) return;
      const { type, properties } = part as Json;
      const isObject = type === 'object' || (Array.isArray(type) && type.includes('object'));
      if (isObject && properties !== undefined && !isNamed) {
        const key = JSON.stringify({ ...part, type: 'object' });
        places.set(key, [...(places.get(key) ?? []), place]);
      }
      for (const [name, child] of Object.entries(part)) walk(child, `${place}/${name}`, false);
    };
    const named = new Set(
      Object.values(schemas).map((schema) => JSON.stringify({ ...schema, type: 'object' })),
    );
    for (const [name, schema] of Object.entries(schemas)) walk(schema, name, true);
    walk(document['paths'], 'paths', false);
    for (const [key, at] of places) {
      assert.equal(at.length, 1, `${at.join(' and ')} are the same`);
      assert.ok(!named.has(key), `${at[0]} has a name already`);
    }
    assert.ok(Object.keys(schemas).length > 200);
    for (const name of Object.keys(schemas)) assert.match(name, /^[A-Z][A-Za-z0-9]*$/);
    for (const [place, methods] of Object.entries(document['paths'] as Paths))
      for (const [method, operation] of Object.entries(methods)) {
        const body = operation['requestBody'] as { content: Record<string, { schema: Json }> } | undefined;
        for (const { schema } of Object.values(body?.content ?? {}))
          assert.deepEqual(Object.keys(schema), ['$ref'], `${method} ${place}`);
      }
  });

  it('what people look for has the name that they know it by', () => {
    const { schemas } = openApi(ROUTES, '0')['components'] as { schemas: Record<string, Json> };
    for (const name of [
      'Holding',
      'HoldingInput',
      'HoldingChange',
      'HoldingPage',
      'Transaction',
      'Goal',
      'Token',
    ])
      assert.ok(schemas[name], name);
    assert.deepEqual(
      [...new Set(Object.values(NAMES))].filter((name) => schemas[name] === undefined),
      [],
      'names that no schema has any more',
    );
  });

  it('dates and times are declared so', () => {
    const { schemas } = openApi(ROUTES, '0')['components'] as {
      schemas: Record<string, { properties: Record<string, Json> }>;
    };
    const formatOf = (name: string, field: string) => schemas[name]?.properties[field]?.['format'];
    assert.equal(formatOf('Transaction', 'date'), 'date');
    assert.equal(formatOf('TransactionInput', 'date'), 'date');
    assert.equal(formatOf('Token', 'created_at'), 'date-time');
    assert.equal(formatOf('Holding', 'symbol'), undefined);
  });

  it('each operation says which tokens may call it', () => {
    const { paths } = openApi(ROUTES, '0') as { paths: Paths };
    for (const declared of ROUTES) {
      const { method, path } = declared;
      const operation =
        paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] ?? assert.fail(`${method} ${path}`);
      const rule = tokenRule(declared);
      assert.equal(operation['x-token-access'], rule);
      const schemes = (operation['security'] as Json[]).flatMap((one) => Object.keys(one));
      assert.equal(schemes.includes('token'), rule !== 'never', `${method} ${path}`);
    }
  });

  it('each example of a body is taken as it is', () => {
    const { paths } = openApi(ROUTES, '0') as { paths: Paths };
    for (const [name, example] of Object.entries(BODY_EXAMPLES)) {
      const declared =
        ROUTES.find(({ method, path }) => `${method} ${path}` === name) ?? assert.fail(`no route ${name}`);
      parseBody(declared.body ?? assert.fail(`${name} has no body`), structuredClone(example));
      const operation = paths[declared.path.replaceAll(/:(\w+)/g, '{$1}')]?.[declared.method.toLowerCase()];
      assert.match(JSON.stringify(operation?.['requestBody']), /"example":/, name);
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
