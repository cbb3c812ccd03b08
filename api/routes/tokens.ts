import { apiTokenInput, apiTokensView, newApiTokenView } from '../../core/identity/index.ts';
import { type Route, route } from '../route.ts';

const path = '/api/tokens';
const tag = 'API tokens';

/** Tokens of a person's scripts. No token reads, makes or revokes tokens. */
export const TOKEN_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path,
    summary: 'Your API tokens, oldest first, without the tokens themselves',
    tag,
    tokens: 'never',
    response: apiTokensView,
    handler: async ({ core, user }) => await core.identity.tokens.list(user.userId),
  }),
  route({
    method: 'POST',
    path,
    summary: 'Create an API token for a script; it is shown only once',
    description:
      'Send it as Authorization: Bearer mnm_…. A read_only token may only GET; one with full access also makes the changes whose documentation names the scheme token. A token lasts until you revoke it or restore a backup; signing in again does not end it. You can have 20.',
    tag,
    tokens: 'never',
    status: 201,
    repeats: 'anew',
    body: apiTokenInput,
    response: newApiTokenView,
    problems: { 409: ['TOO_MANY_TOKENS'] },
    handler: async ({ core, user, body, actor }) =>
      await core.identity.tokens.create(user.userId, body, actor),
  }),
  route({
    method: 'DELETE',
    path: `${path}/:id`,
    params: { id: 'API_TOKEN' },
    summary: 'Revoke an API token; it stops working at once',
    tag,
    tokens: 'never',
    response: null,
    handler: async ({ core, user, params, actor }) =>
      await core.identity.tokens.revoke(user.userId, params.id, actor),
  }),
];
