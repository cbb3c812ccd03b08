import {
  householdInput,
  peopleView,
  personCodeView,
  personInput,
  personView,
  removePersonInput,
} from '../../core/identity/index.ts';
import { householdView } from '../../core/reports/index.ts';
import { type Route, route } from '../route.ts';

const path = '/api/people';
const tag = 'People';
const own = { params: { id: 'PERSON' } } as const;

/** Who uses this installation, and what a household shows one another. */
export const PEOPLE_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path,
    summary: 'The people of this installation, for its owner',
    tag,
    tokens: 'never',
    response: peopleView,
    problems: { 403: ['OWNER_ONLY'] },
    handler: async ({ core, user }) => await core.identity.people.list(user.userId),
  }),
  route({
    method: 'POST',
    path,
    summary: 'Add a person, who gets their own books',
    description: 'Nobody else sees what they record, the owner included.',
    tag,
    tokens: 'never',
    status: 201,
    body: personInput,
    response: personView,
    problems: { 403: ['OWNER_ONLY'], 409: ['LOGIN_TAKEN'] },
    handler: async ({ core, user, body, actor }) => await core.identity.people.add(user.userId, body, actor),
  }),
  route({
    ...own,
    method: 'POST',
    path: `${path}/:id/code`,
    summary: 'A code for a person’s first sign-in',
    tag,
    tokens: 'never',
    response: personCodeView,
    problems: { 403: ['OWNER_ONLY'], 409: ['ALREADY_SIGNED_IN', 'OWNER_STAYS'] },
    repeats: 'anew',
    handler: async ({ core, user, params }) => await core.identity.people.firstCode(user.userId, params.id),
  }),
  route({
    ...own,
    method: 'POST',
    path: `${path}/:id/pause`,
    summary: 'Pause a person’s access; their records stay',
    tag,
    tokens: 'never',
    response: personView,
    problems: { 403: ['OWNER_ONLY'], 409: ['OWNER_STAYS', 'PERSON_TRADES'] },
    handler: async ({ core, user, params, actor }) =>
      await core.identity.people.pause(user.userId, params.id, actor),
  }),
  route({
    ...own,
    method: 'POST',
    path: `${path}/:id/resume`,
    summary: 'Let a paused person in again',
    tag,
    tokens: 'never',
    response: personView,
    problems: { 403: ['OWNER_ONLY'], 409: ['OWNER_STAYS'] },
    handler: async ({ core, user, params, actor }) =>
      await core.identity.people.resume(user.userId, params.id, actor),
  }),
  route({
    ...own,
    method: 'POST',
    path: `${path}/:id/remove`,
    summary: 'Permanently remove a person and all their records',
    description: 'Send the person’s login to confirm.',
    tag,
    tokens: 'never',
    body: removePersonInput,
    response: null,
    problems: { 403: ['OWNER_ONLY'], 409: ['OWNER_STAYS', 'PERSON_TRADES'] },
    handler: async ({ core, user, params, body, actor }) =>
      await core.identity.people.remove(user.userId, params.id, body.login, actor),
  }),
  route({
    method: 'GET',
    path: '/api/household',
    summary: 'Totals of those who agreed to show them to one another',
    description: 'People who did not agree see only how many people there are.',
    tag,
    tokens: 'never',
    sample: 'shown',
    response: householdView,
    handler: async ({ core, user }) => await core.reports.household.read(user.userId),
  }),
  route({
    method: 'PUT',
    path: '/api/household',
    summary: 'Show your totals to the household, or stop showing them',
    tag,
    tokens: 'never',
    body: householdInput,
    response: householdView,
    handler: async ({ core, user, body, actor }) => {
      await core.identity.people.agree(user.userId, body.agreed, actor);
      return await core.reports.household.read(user.userId);
    },
  }),
];
