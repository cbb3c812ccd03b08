import type { AnySchema } from 'yup';
import { type JsonSchema, toJsonSchema } from '../core/platform/schema/index.ts';
import { SESSION_COOKIE } from './auth.ts';
import { PROBLEM_TYPE } from './errors.ts';
import { IDEMPOTENCY_KEY, isKeyed } from './idempotency.ts';
import { createComponents, pascal, singular } from './openapi-components.ts';
import { BODY_EXAMPLES } from './openapi-examples.ts';
import { pathWords, queryWords } from './openapi-parameters.ts';
import type { Route } from './route.ts';
import { sampleRule } from './sample-access.ts';
import { tokenRule } from './token-access.ts';

type Document = { [key: string]: unknown };

const PROBLEM_SCHEMA: JsonSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What went wrong and what to do next, for people.' },
    code: { type: 'string', description: 'Stable code, for programs.' },
    help: {
      type: 'string',
      description: 'Where the dashboard explains more, such as /help/files-and-brokers#zerodha.',
    },
    errors: {
      type: 'array',
      items: { $ref: '#/components/schemas/FieldError' },
    },
  },
  additionalProperties: false,
};

const FIELD_ERROR_SCHEMA: JsonSchema = {
  type: 'object',
  required: ['field', 'message'],
  properties: {
    field: { type: 'string', description: 'The field of the body or query; empty for the whole.' },
    message: { type: 'string', description: 'What is wrong with it, for people.' },
  },
  additionalProperties: false,
};

/** The OpenAPI 3.1 document of a table of routes. */
export function openApi(routes: readonly Route[], version: string): Document {
  const components = createComponents();
  const shaped = routes.map((declared) => ({ declared, shapes: shapesOf(declared) }));
  for (const { shapes } of shaped)
    for (const shape of [shapes.body, shapes.response]) if (shape !== null) components.see(...shape);
  const paths: Record<string, Document> = {};
  for (const { declared, shapes } of shaped) {
    const path = declared.path.replaceAll(/:(\w+)/g, '{$1}');
    const named = {
      body: shapes.body === null ? null : components.place(...shapes.body),
      response: shapes.response === null ? null : components.place(...shapes.response),
    };
    paths[path] = { ...paths[path], [declared.method.toLowerCase()]: operation(declared, named) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Munim',
      version,
      description:
        'Ids are opaque strings, times ISO-8601 in UTC, dates YYYY-MM-DD, percentages percentage points; unknown values are null. [Definitions of all measures](/definitions).\n\nScripts send an API token from Settings as Authorization: Bearer mnm_…. If a request has both a token and a cookie, only the token counts. Each operation says as x-token-access which tokens may call it: read_only (every token), full (those with full access) or never.',
    },
    externalDocs: { description: 'Definitions of all measures', url: '/definitions' },
    servers: [{ url: '/' }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: SESSION_COOKIE,
          description: 'A signed-in browser. A change needs a same-origin Origin or Sec-Fetch-Site header.',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'mnm_…',
          description:
            'An API token from Settings, API tokens. A read-only one may only GET; one with full access may also make the changes that name this scheme. No Origin is needed.',
        },
        ingest: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'munim_ingest_…',
          description: 'The token of a process that trades options. It opens nothing else.',
        },
      },
      schemas: {
        Problem: PROBLEM_SCHEMA,
        FieldError: FIELD_ERROR_SCHEMA,
        ...Object.fromEntries(
          Object.entries(components.schemas).sort(([one], [other]) => (one < other ? -1 : 1)),
        ),
      },
    },
  };
}

/** Who may call a route; of several any one is enough. */
function securityOf(declared: Route): readonly Record<string, string[]>[] {
  if (declared.auth === 'none') return [];
  return [
    ...(declared.auth === 'ingest' ? [{ ingest: [] }] : []),
    { session: [] },
    ...(tokenRule(declared) === 'never' ? [] : [{ token: [] }]),
  ];
}

type Shape = Parameters<ReturnType<typeof createComponents>['see']>;

/** The schemas of a route's body and answer with their places; null for what is no JSON. */
function shapesOf(declared: Route): { body: Shape | null; response: Shape | null } {
  const { body, form, method, path, response } = declared;
  const whole = (at: string, called: string) => ({
    path: at,
    name: called,
    within: called,
    kind: 'whole' as const,
  });
  const isChange = method === 'PUT' && /:\w+$/.test(path);
  const sent = body === undefined ? (form === undefined ? null : formSchema(form)) : toJsonSchema(body);
  const answered = response === null || typeof response === 'string' ? null : toJsonSchema(response);
  const isPage = Object.hasOwn((answered?.['properties'] as object | undefined) ?? {}, 'page_size');
  const name = nameOf(declared, isPage || method === 'POST');
  return {
    body:
      sent === null
        ? null
        : [sent, whole(`${method} ${path} body`, name + (form ? 'Form' : isChange ? 'Change' : 'Input'))],
    response:
      answered === null
        ? null
        : [answered, whole(`${method} ${path}`, isPage ? `${name.replace(/Page$/, '')}Page` : name)],
  };
}

/**
 * What a route is about: `Holding` for `/api/portfolio/holdings/:id`, `HoldingLtp` for `…/:id/ltp`.
 * @param ofOne the route lists or makes what its address names in the plural.
 */
function nameOf({ path }: Route, ofOne: boolean): string {
  const parts = path.replace(/^\/api\/(?:portfolio\/)?/, '').split('/');
  const words = parts.map((part, at) => {
    if (part.startsWith(':') || /^v\d$/.test(part)) return '';
    const isOne = parts[at + 1]?.startsWith(':') ?? ofOne;
    return isOne ? singular(pascal(part)) : pascal(part);
  });
  return words.join('');
}

type Named = Readonly<Record<'body' | 'response', unknown>>;

function operation(declared: Route, named: Named): Document {
  const { deprecated, description, summary, tag } = declared;
  return {
    operationId: operationId(declared),
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tag],
    security: securityOf(declared),
    'x-token-access': tokenRule(declared),
    ...(deprecated === undefined ? {} : { deprecated: true }),
    parameters: parameters(declared),
    ...requestBody(declared, named),
    responses: responses(declared, named),
  };
}

/** `GET /api/portfolio/holdings/:id` is `getPortfolioHoldingsId`. */
function operationId({ method, path }: Route): string {
  const words = path.replace(/^\/api\//, '').split(/[^A-Za-z0-9]+/);
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function parameters(declared: Route): Document[] {
  const inPath = [...declared.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: pathWords(declared, name),
    schema: { type: 'string' },
  }));
  const key = isKeyed(declared) ? [KEY_HEADER] : declared.repeats === 'own' ? [OWN_KEY_HEADER] : [];
  return [...inPath, ...queryParameters(declared), ...key];
}

const KEY_HEADER: Document = {
  name: IDEMPOTENCY_KEY.name,
  in: 'header',
  required: false,
  description:
    'New for every request, such as a UUID. For 30 days, repeating the same request with the same key changes nothing and returns the first response. Requests are the same if their method, address with ids and query, and body match (JSON formatting does not matter); for a form, its fields and the name and bytes of its file. A different request with the same key is 409 IDEMPOTENCY_CONFLICT. A rejected request does not use up the key.',
  schema: {
    type: 'string',
    minLength: IDEMPOTENCY_KEY.shortest,
    maxLength: IDEMPOTENCY_KEY.longest,
    pattern: '^[ -~]*$',
  },
};

const OWN_KEY_HEADER: Document = {
  ...KEY_HEADER,
  required: true,
  description:
    'New for every request, such as a UUID. The description says what a repeat returns; a different body with the same key is 409 IDEMPOTENCY_CONFLICT.',
};

function queryParameters(declared: Route): Document[] {
  const { query } = declared;
  if (query === undefined) return [];
  const schema = toJsonSchema(query);
  const required = new Set((schema['required'] as string[] | undefined) ?? []);
  return Object.entries(schema['properties'] as Record<string, JsonSchema>).map(([name, field]) => {
    const { description = queryWords(declared, name), ...rest } = field;
    return { name, in: 'query', required: required.has(name), description, schema: rest };
  });
}

function requestBody({ form, method, path }: Route, { body: schema }: Named): Document {
  if (schema === null) return {};
  const example = BODY_EXAMPLES[`${method} ${path}`];
  const content =
    form === undefined
      ? { 'application/json': { schema, ...(example === undefined ? {} : { example }) } }
      : { 'multipart/form-data': { schema } };
  return { requestBody: { required: true, content } };
}

/** The fields of a form, with its file. */
function formSchema(form: AnySchema): JsonSchema {
  const fields = toJsonSchema(form);
  return {
    ...fields,
    required: ['file', ...((fields['required'] as string[] | undefined) ?? [])],
    properties: {
      ...(fields['properties'] as object | undefined),
      file: { type: 'string', contentMediaType: 'application/octet-stream' },
    },
  };
}

function responses(declared: Route, named: Named): Document {
  const { auth, body, deprecated, files = [], form, params, problems, query, response, status } = declared;
  const asFiles = Object.fromEntries(files.map((type) => [type, { schema: { type: 'string' } }]));
  const headers =
    deprecated === undefined ? {} : { headers: { Deprecation: textHeader(), Link: textHeader() } };
  const found: Record<string, Document> = {};
  if (response === null) found['204'] = { description: 'Done', ...headers };
  else if (typeof response === 'string') {
    found[String(status ?? 200)] = {
      description: 'The file',
      ...headers,
      content: { [response]: { schema: { type: 'string' } }, ...asFiles },
    };
  } else {
    found[String(status ?? 200)] = {
      description: 'Done',
      ...headers,
      content: { 'application/json': { schema: named.response }, ...asFiles },
    };
  }
  const refusals = new Map<number, string[]>();
  const refuse = (code: number, ...codes: string[]) =>
    refusals.set(code, [...(refusals.get(code) ?? []), ...codes]);
  if (auth !== 'none') refuse(401, 'UNAUTHENTICATED', 'INVALID_TOKEN', 'PERSON_PAUSED');
  if (declared.method !== 'GET') refuse(403, 'CROSS_SITE');
  const rule = tokenRule(declared);
  if (rule !== 'read_only') refuse(403, rule === 'never' ? 'TOKEN_NOT_ALLOWED' : 'TOKEN_READ_ONLY');
  if (sampleRule(declared) === 'never') refuse(403, 'SAMPLE_SHOWN');
  for (const noun of Object.values(params ?? {})) if (noun !== 'text') refuse(404, `${noun}_NOT_FOUND`);
  if (body !== undefined) refuse(400, 'INVALID_JSON');
  if (form !== undefined) refuse(400, 'INVALID_FORM');
  if (body !== undefined || form !== undefined) refuse(413, 'BODY_TOO_LARGE');
  if (body !== undefined || form !== undefined) refuse(415, 'UNSUPPORTED_MEDIA_TYPE');
  if (body !== undefined || form !== undefined || query !== undefined) refuse(422, 'VALIDATION_ERROR');
  refuse(421, 'MISDIRECTED_REQUEST');
  refuse(429, 'RATE_LIMITED');
  refuse(503, 'UNAVAILABLE', 'OVERLOADED');
  if (isKeyed(declared) || declared.repeats === 'own') {
    refuse(409, 'IDEMPOTENCY_CONFLICT');
    refuse(422, 'VALIDATION_ERROR');
  }
  for (const [code, codes] of Object.entries(problems ?? {})) refuse(Number(code), ...codes);
  for (const [code, codes] of refusals) {
    found[String(code)] = {
      description: [...new Set(codes)].join(', '),
      content: { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } },
    };
  }
  return found;
}

function textHeader(): Document {
  return { schema: { type: 'string' } };
}
