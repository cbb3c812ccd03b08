import { listOf, oneOf, text, textOrNull, view, type ViewOf } from '../../platform/schema/index.ts';

/** Parts of the page of definitions, in the order in which they are shown. */
export const DEFINITION_GROUPS = [
  'Value',
  'Gains',
  'Returns',
  'Risk',
  'Diversification',
  'Income',
  'Plans',
  'Strategies',
] as const;

/** What others show under the same name; null where nothing is known for certain, or nothing like it is shown. */
const differencesView = view({
  ghostfolio: textOrNull,
  portfolio_performance: textOrNull,
  spreadsheets: textOrNull,
});

/** What a measure means here. */
const definitionView = view({
  /** As `Explanation.definition` names it, and the anchor on the page: `/definitions#cagr`. */
  key: text,
  /** Other names under which explanations refer to it. */
  also: listOf(text),
  title: text,
  group: oneOf(...DEFINITION_GROUPS),
  /** What it tells, in one or two sentences. */
  meaning: text,
  formula: text,
  /** When money counts that comes or goes. */
  flow_timing: text,
  day_count: text,
  currency: text,
  /** When there is no figure; a figure that is unknown is never shown as 0. */
  unknown_when: text,
  /** The formula with small numbers. */
  example: text,
  differs: differencesView,
  /** Rule of the specification. */
  source: text,
});
export type Definition = ViewOf<typeof definitionView>;

/** GET /definitions. */
export const definitionsView = view({
  groups: listOf(oneOf(...DEFINITION_GROUPS)),
  items: listOf(definitionView),
});
export type DefinitionsView = ViewOf<typeof definitionsView>;
