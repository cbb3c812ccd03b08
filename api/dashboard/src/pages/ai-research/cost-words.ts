import type { Dossier } from '../../api/types.ts';
import { usd } from './live/elapsed.ts';

const counted = (tokens: number): string => `${tokens.toLocaleString('en-IN')} tokens`;

/** What models of a run have cost of what they may; what has no list price is never told as nothing. */
export function spentText({ spent_usd: spent, limit_usd, unpriced }: Dossier['cost']): string {
  if (spent === null)
    return unpriced === null ? 'Cost unknown' : `Cost unknown, no list price · ${counted(unpriced.tokens)}`;
  const without = unpriced === null ? '' : ` · ${counted(unpriced.tokens)} without a list price`;
  return `${usd(spent)} of at most ${usd(limit_usd)}${without}`;
}

/** The same in sentences, with what it means. */
export const costText = (cost: Dossier['cost']): string =>
  cost.spent_usd === null
    ? cost.words
    : `${usd(cost.spent_usd)} of at most ${usd(cost.limit_usd)}. ${cost.words}`;

type Stage = Dossier['stages'][number];

/** Which model answered in a stage, how many tokens that took and what it cost; empty where none was asked. */
export function modelText({ provider, model, input_tokens, output_tokens, cost_usd }: Stage): string {
  if (provider === null) return '';
  const tokens = input_tokens === null || output_tokens === null ? null : input_tokens + output_tokens;
  const cost = cost_usd !== null ? usd(cost_usd) : tokens === null ? 'cost unknown' : 'no list price';
  return [model ?? provider, tokens === null ? 'tokens unknown' : counted(tokens), cost].join(' · ');
}
