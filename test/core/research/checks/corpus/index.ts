import { AMOUNTS } from './amounts.ts';
import { APPROXIMATIONS } from './approximations.ts';
import { DATES } from './dates.ts';
import { DECIDED } from './decided.ts';
import type { CorpusRow } from './facts.ts';
import { NO_FIGURES } from './no-figures.ts';
import { PER_SHARE } from './per-share.ts';
import { PERCENT } from './percent.ts';
import { PERIODS } from './periods.ts';
import { PROSE } from './prose.ts';
import { RANGES } from './ranges.ts';
import { SEVERAL } from './several.ts';
import { SHARES_AND_RATIOS } from './shares-and-ratios.ts';
import { SIGNS } from './signs.ts';

export { AS_OF, FACTS, type CorpusRow, type FactKey } from './facts.ts';

/**
 * Sentences of the kind that models write, by what they try. Their verdicts were worked out by hand from the rules, before
 * there was any code that decides: where the two differ, it is the code that has to say why.
 */
export const KINDS = {
  amounts: AMOUNTS,
  'per-share': PER_SHARE,
  percent: PERCENT,
  signs: SIGNS,
  ranges: RANGES,
  approximations: APPROXIMATIONS,
  periods: PERIODS,
  dates: DATES,
  'no-figures': NO_FIGURES,
  'shares-and-ratios': SHARES_AND_RATIOS,
  several: SEVERAL,
  prose: PROSE,
  decided: DECIDED,
} as const satisfies Record<string, readonly CorpusRow[]>;

export type CorpusKind = keyof typeof KINDS;

/** All rows with their kind. */
export const CORPUS: readonly (CorpusRow & { kind: CorpusKind })[] = (
  Object.keys(KINDS) as CorpusKind[]
).flatMap((kind) => KINDS[kind].map((row) => ({ kind, ...row })));
