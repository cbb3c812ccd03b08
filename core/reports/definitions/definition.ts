/** Parts of the page of definitions, in the order in which they are shown. */
export const DEFINITION_GROUPS = [
  'Value',
  'Gains',
  'Returns',
  'Risk',
  'Diversification',
  'Income',
  'Plans',
] as const;
export type DefinitionGroup = (typeof DEFINITION_GROUPS)[number];

/** What others show under the same name; null where nothing is known for certain, or nothing like it is shown. */
export interface Differences {
  ghostfolio: string | null;
  portfolio_performance: string | null;
  spreadsheets: string | null;
}

/** What a measure means here. */
export interface Definition {
  /** As `Explanation.definition` names it, and the anchor on the page: `/definitions#cagr`. */
  key: string;
  /** Other names under which explanations refer to it. */
  also: readonly string[];
  title: string;
  group: DefinitionGroup;
  /** What it tells, in one or two sentences. */
  meaning: string;
  formula: string;
  /** When money counts that comes or goes. */
  flow_timing: string;
  day_count: string;
  currency: string;
  /** When there is no figure; a figure that is unknown is never shown as 0. */
  unknown_when: string;
  /** The formula with small numbers. */
  example: string;
  differs: Differences;
  /** Rule of the specification. */
  source: string;
}
