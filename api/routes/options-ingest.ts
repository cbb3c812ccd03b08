import {
  ingestedView,
  ingestInput,
  MOST_RECORDS,
  newTokenView,
  RECORD_KINDS,
  recordKindsView,
  tokenInput,
  tokenList,
} from '../../core/options/index.ts';
import { toJsonSchema } from '../../core/platform/schema/index.ts';
import { type Route, route } from '../route.ts';
import { isTradingProcess } from '../token-access.ts';

const path = '/api/options/ingest';
const tag = 'Options';
const BODY_LIMIT = 8 * 1024 * 1024;

/** What a trading process reports, and the tokens by which it does. */
export const OPTIONS_INGEST_ROUTES: readonly Route[] = [
  route({
    method: 'POST',
    path,
    tokens: 'never',
    summary: 'Import records from a trading process',
    description: `Up to ${MOST_RECORDS} records. Each record is imported once, by its id: sent again, it counts as a duplicate; with different content, it is refused. An invalid record is refused on its own, with an error code, and the others are imported. Accepted records are on disk when the response arrives. Send an ingest token as Authorization: Bearer …, which gives access to nothing else.`,
    tag,
    auth: 'ingest',
    repeats: 'anew',
    bodyLimit: BODY_LIMIT,
    body: ingestInput,
    response: ingestedView,
    problems: { 401: ['INGEST_TOKEN_UNKNOWN'], 503: ['OPTIONS_UNAVAILABLE'] },
    handler: async ({ core, user, body }) =>
      await core.options.ingest(user.userId, body.records, { token: isTradingProcess(user) }),
  }),
  route({
    method: 'GET',
    path: `${path}/schema`,
    summary: 'The kinds of records, each with its JSON Schema and an example',
    tag,
    auth: 'ingest',
    kept: true,
    response: recordKindsView,
    handler: () => Promise.resolve(published()),
  }),
  route({
    method: 'GET',
    path: `${path}/tokens`,
    tokens: 'never',
    summary: 'The ingest tokens, without their secret part',
    tag,
    response: tokenList,
    problems: { 503: ['OPTIONS_UNAVAILABLE'] },
    handler: async ({ core, user }) => ({ tokens: await core.options.tokens.list(user.userId) }),
  }),
  route({
    method: 'POST',
    path: `${path}/tokens`,
    tokens: 'never',
    summary: 'Create an ingest token for a trading process; the token is shown only once',
    tag,
    status: 201,
    repeats: 'anew',
    body: tokenInput,
    response: newTokenView,
    problems: { 409: ['TOO_MANY_TOKENS'], 503: ['OPTIONS_UNAVAILABLE'] },
    handler: async ({ core, user, body }) => await core.options.tokens.create(user.userId, body.label),
  }),
  route({
    method: 'DELETE',
    path: `${path}/tokens/:token`,
    tokens: 'never',
    params: { token: 'text' },
    summary: 'Revoke an ingest token; its process can no longer send records',
    tag,
    response: null,
    problems: { 404: ['INGEST_TOKEN_NOT_FOUND'], 503: ['OPTIONS_UNAVAILABLE'] },
    handler: async ({ core, user, params }) => await core.options.tokens.revoke(user.userId, params.token),
  }),
];

function published(): { kinds: object[] } {
  return {
    kinds: RECORD_KINDS.map(({ kind, summary, schema, example }) => ({
      kind,
      summary,
      schema: { $schema: 'https://json-schema.org/draft/2020-12/schema', ...toJsonSchema(schema) },
      example,
    })),
  };
}
