import { definitionsView, toDefinitionsView } from '../../../core/reports/index.ts';
import { Reply, type Route, route } from '../../route.ts';

/** The same for everybody, as long as the program runs. */
const DEFINITIONS = Buffer.from(JSON.stringify(toDefinitionsView()));

export const DEFINITION_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/portfolio/reports/definitions',
    summary: 'What each measure means: formula, timing of flows, days, currency, and how others differ',
    description:
      'The `definition` of an explanation is a `key` of this list, or one of the names under `also`. The dashboard shows the same as a page: /definitions, with the key as anchor.',
    tag: 'Reports',
    kept: true,
    response: definitionsView,
    handler: async () => await Promise.resolve(Reply.json(DEFINITIONS)),
  }),
];
