import { sampleRemovalQuery } from '../../core/sample/index.ts';
import { type Route, route } from '../route.ts';

const path = '/api/sample';
const tag = 'People';
/** Both act on the person themselves, and a repeat is carried out anew, so that no receipt of it stays. */
const rules = { tokens: 'never', sample: 'own', repeats: 'anew' } as const;

/** A made-up household to look around with, in place of the person's own figures. */
export const SAMPLE_ROUTES: readonly Route[] = [
  route({
    method: 'POST',
    path,
    summary: 'Show a made-up household in place of your own figures',
    description:
      'Uses no outside source. All your sessions show it until it is removed; API tokens and linked chats keep your own figures. A repeat changes nothing.',
    tag,
    ...rules,
    response: null,
    problems: { 409: ['SAMPLE_BUSY'] },
    handler: async ({ core, user }) => await core.sample.show(user.userId),
  }),
  route({
    method: 'DELETE',
    path,
    summary: 'Remove the made-up household and show your own figures',
    description: 'With `entries=remove`, your own entries in it are deleted as well.',
    tag,
    ...rules,
    query: sampleRemovalQuery,
    response: null,
    problems: { 409: ['SAMPLE_BUSY', 'SAMPLE_HAS_ENTRIES'] },
    handler: async ({ core, user, query }) => await core.sample.remove(user.userId, query.entries),
  }),
];
