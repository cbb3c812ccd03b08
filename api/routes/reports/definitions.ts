import {
  type Definition,
  type DefinitionsView,
  type Differences,
  definitionsView,
} from '../../../core/reports/index.ts';
import { Reply, type Route, route } from '../../route.ts';
import { exactly, listOf, text, textOrNull, viewOf } from '../schemas.ts';

const differs = viewOf<Differences>()({
  ghostfolio: textOrNull,
  portfolio_performance: textOrNull,
  spreadsheets: textOrNull,
});

const definition = viewOf<Definition>()({
  key: text,
  also: listOf(text),
  title: text,
  group: text,
  meaning: text,
  formula: text,
  flow_timing: text,
  day_count: text,
  currency: text,
  unknown_when: text,
  example: text,
  differs,
  source: text,
});

const definitions = exactly({
  groups: listOf(text),
  items: listOf(definition),
} satisfies Record<keyof DefinitionsView, unknown>);

/** The same for everybody, as long as the program runs. */
const DEFINITIONS = Buffer.from(JSON.stringify(definitionsView()));

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
    response: definitions,
    handler: async () => await Promise.resolve(Reply.json(DEFINITIONS)),
  }),
];
