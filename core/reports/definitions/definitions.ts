import { type Definition, DEFINITION_GROUPS, type DefinitionsView } from './view.ts';
import { GAINS } from './gains.ts';
import { PLANS } from './plans.ts';
import { RETURNS } from './returns.ts';
import { RISK } from './risk.ts';
import { STRATEGY_DEFINITIONS } from './strategies.ts';
import { VALUE_DEFINITIONS } from './value.ts';

/** Every measure with its formula, timing, days and currency, in the order of the page. */
export const DEFINITIONS: readonly Definition[] = [
  ...VALUE_DEFINITIONS,
  ...GAINS,
  ...RETURNS,
  ...RISK,
  ...PLANS,
  ...STRATEGY_DEFINITIONS,
];

export function toDefinitionsView(): DefinitionsView {
  return { groups: [...DEFINITION_GROUPS], items: [...DEFINITIONS] };
}
