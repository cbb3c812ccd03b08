import { partsInput, partsView } from '../../core/identity/index.ts';
import { type Route, route } from '../route.ts';

const path = '/api/parts';
const tag = 'People';

/** Which parts of Munim a person sees. */
export const PART_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path,
    sample: 'own',
    summary: 'Parts of Munim, and which of them you see',
    description:
      'Portfolio is always shown. Another part is shown after you switch it on, while it has records and you have not hidden it, and while something in it is running.',
    tag,
    response: partsView,
    handler: async ({ core, user }) => await core.identity.parts.read(user.userId),
  }),
  route({
    method: 'PUT',
    path,
    sample: 'own',
    summary: 'Choose the parts of Munim that you see',
    description:
      'Hidden parts are left out of menus, search, help and notifications; their commands, pages and routes keep working. `offered` records parts that were offered. An empty body skips the question.',
    tag,
    body: partsInput,
    response: partsView,
    handler: async ({ core, user, body }) => await core.identity.parts.save(user.userId, body),
  }),
];
