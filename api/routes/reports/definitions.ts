import { definitionsView, toDefinitionsView } from '../../../core/reports/index.ts';
import { Reply, type Route, route } from '../../route.ts';

/** The same for everybody, as long as the program runs. */
const DEFINITIONS = Buffer.from(JSON.stringify(toDefinitionsView()));

export const DEFINITION_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/portfolio/reports/definitions',
    summary:
      'Definitions of all measures: formula, cash flow timing, day count, currency, and differences to other tools',
    description:
      'The `definition` of an explanation is a `key` of this list, or one of the names under `also`. The dashboard shows them at /definitions, with the key as anchor.',
    tag: 'Reports',
    kept: true,
    response: definitionsView,
    handler: async () => await Promise.resolve(Reply.json(DEFINITIONS)),
  }),
];
