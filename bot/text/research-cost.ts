import type { DossierView } from '../../core/research/index.ts';
import { count } from './numbers.ts';

const counted = (tokens: number): string => `${tokens.toLocaleString('en-IN')} tokens`;

/**
 * What models of a run cost: `$0.18 at list prices`, or that it is unknown and why. A model without a list price never reads
 * as one that costs nothing.
 * @param limit whether the most that a run may cost is told as well
 */
export function costWords(
  { spent_usd: spent, limit_usd, unpriced, unknown_stages: unknown }: DossierView['cost'],
  { limit = false }: { limit?: boolean } = {},
): string {
  const isOne = unpriced?.models.length === 1;
  const stages = unknown === 0 ? '' : `, and ${count(unknown, 'stage')} whose cost is unknown`;
  if (spent === null)
    return unpriced === null
      ? 'unknown, nobody said how many tokens were used'
      : `unknown, the ${isOne ? 'model has' : 'models have'} no list price; ${counted(unpriced.tokens)}${stages}`;
  const most = limit ? ` of at most $${limit_usd.toFixed(2)},` : '';
  const without =
    unpriced === null
      ? ''
      : `, without ${counted(unpriced.tokens)} of ${isOne ? 'a model' : 'models'} that ${isOne ? 'has' : 'have'} no list price`;
  return `$${spent.toFixed(2)}${most} at list prices${without}${stages}`;
}
