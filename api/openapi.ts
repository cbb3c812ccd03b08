import type { AnyObjectSchema } from 'yup';
import { SESSION_COOKIE } from './auth.ts';
import { PROBLEM_TYPE } from './errors.ts';
import { IDEMPOTENCY_KEY, isKeyed } from './idempotency.ts';
import { type JsonSchema, toJsonSchema } from '../core/platform/schema/index.ts';
import type { Route } from './route.ts';

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
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: { field: { type: 'string' }, message: { type: 'string' } },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
};

/** The OpenAPI 3.1 document of a table of routes. */
export function openApi(routes: readonly Route[], version: string): Document {
  const paths: Record<string, Document> = {};
  for (const declared of routes) {
    const path = declared.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [declared.method.toLowerCase()]: operation(declared) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Munim',
      version,
      description:
        'Ids are opaque strings, times ISO-8601 in UTC, dates YYYY-MM-DD, percentages percentage points; unknown values are null. [Definitions of all measures](/definitions).',
    },
    externalDocs: { description: 'Definitions of all measures', url: '/definitions' },
    servers: [{ url: '/' }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE },
        ingest: { type: 'http', scheme: 'bearer' },
      },
      schemas: { Problem: PROBLEM_SCHEMA },
    },
  };
}

/** Who may call a route; of several any one is enough. */
const SECURITY: Readonly<Record<Route['auth'], readonly Record<string, string[]>[]>> = {
  session: [{ session: [] }],
  ingest: [{ ingest: [] }, { session: [] }],
  none: [],
};

function operation(declared: Route): Document {
  const { auth, deprecated, description, summary, tag } = declared;
  return {
    operationId: operationId(declared),
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tag],
    security: SECURITY[auth],
    ...(deprecated === undefined ? {} : { deprecated: true }),
    parameters: parameters(declared),
    ...requestBody(declared),
    responses: responses(declared),
  };
}

/** `GET /api/portfolio/holdings/:id` is `getPortfolioHoldingsId`. */
function operationId({ method, path }: Route): string {
  const words = path.replace(/^\/api\//, '').split(/[^A-Za-z0-9]+/);
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function parameters(declared: Route): Document[] {
  const { path, query } = declared;
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const key = isKeyed(declared) ? [KEY_HEADER] : declared.repeats === 'own' ? [OWN_KEY_HEADER] : [];
  return [...inPath, ...queryParameters(query), ...key];
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
    'New for every request, such as a UUID. What a repeat answers is said above; a different body with the same key is 409 IDEMPOTENCY_CONFLICT.',
};

function queryParameters(query: AnyObjectSchema | undefined): Document[] {
  if (query === undefined) return [];
  const schema = toJsonSchema(query);
  const required = new Set((schema['required'] as string[] | undefined) ?? []);
  return Object.entries(schema['properties'] as Record<string, JsonSchema>).map(([name, field]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema: field,
  }));
}

function requestBody({ body, form }: Route): Document {
  if (body !== undefined) {
    return {
      requestBody: { required: true, content: { 'application/json': { schema: toJsonSchema(body) } } },
    };
  }
  if (form === undefined) return {};
  const fields = toJsonSchema(form);
  const schema = {
    ...fields,
    required: ['file', ...((fields['required'] as string[] | undefined) ?? [])],
    properties: {
      ...(fields['properties'] as object | undefined),
      file: { type: 'string', contentMediaType: 'application/octet-stream' },
    },
  };
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
}

function responses(declared: Route): Document {
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
      content: { 'application/json': { schema: toJsonSchema(response) }, ...asFiles },
    };
  }
  const refusals = new Map<number, string[]>();
  const refuse = (code: number, ...codes: string[]) =>
    refusals.set(code, [...(refusals.get(code) ?? []), ...codes]);
  if (auth !== 'none') refuse(401, 'UNAUTHENTICATED');
  if (declared.method !== 'GET') refuse(403, 'CROSS_SITE');
  for (const noun of Object.values(params ?? {})) if (noun !== 'text') refuse(404, `${noun}_NOT_FOUND`);
  if (body !== undefined) refuse(400, 'INVALID_JSON');
  if (form !== undefined) refuse(400, 'INVALID_FORM');
  if (body !== undefined || form !== undefined) refuse(413, 'BODY_TOO_LARGE');
  if (body !== undefined || form !== undefined) refuse(415, 'UNSUPPORTED_MEDIA_TYPE');
  if (body !== undefined || form !== undefined || query !== undefined) refuse(422, 'VALIDATION_ERROR');
  refuse(421, 'MISDIRECTED_REQUEST');
  refuse(429, 'RATE_LIMITED');
  refuse(503, 'UNAVAILABLE');
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
