import type { Prices } from '../catalogue/index.ts';
import type { Counted, ProviderId, Usage } from '../port/index.ts';

/** What each person may use up in an Indian day; null: as much as they like. */
export interface Caps {
  /** US dollars at list prices, of models that have one. */
  costUsd: number | null;
  /** Of models without a price, and of the command line, which is paid for otherwise. */
  tokens: number | null;
}

/** What counts of a call. @returns null where its usage is not known */
export function countedOf(
  prices: Prices,
  { provider, model }: { provider: ProviderId; model: string },
  { inputTokens, outputTokens }: Pick<Usage, 'inputTokens' | 'outputTokens'>,
): Counted | null {
  if (inputTokens === null || outputTokens === null) return null;
  const { usd, isUnpriced } = prices.costOf(model, { inputTokens, outputTokens });
  const isByTokens = isUnpriced || usd === null || provider === 'cli_default';
  return isByTokens ? { costUsd: 0, tokens: inputTokens + outputTokens } : { costUsd: usd, tokens: 0 };
}

const usd = (value: number): string => `$${value.toFixed(value < 0.1 ? 4 : 2)}`;
const count = (value: number): string => Math.round(value).toLocaleString('en-IN');
const ENDS = 'It resets at midnight, Indian time.';

/** Why there is no room for a call; null where there is. */
export function refusalOf(caps: Caps, used: Counted, wanted: Counted): string | null {
  if (caps.costUsd !== null && wanted.costUsd > 0 && used.costUsd + wanted.costUsd > caps.costUsd)
    return `Today’s limit for models is ${usd(caps.costUsd)} at list prices. ${usd(used.costUsd)} is used or reserved, and this question may cost up to ${usd(wanted.costUsd)}. ${ENDS} The operator sets it with LLM_MAX_COST_USD_PER_DAY.`;
  if (caps.tokens !== null && wanted.tokens > 0 && used.tokens + wanted.tokens > caps.tokens)
    return `Today’s limit for models without a list price is ${count(caps.tokens)} tokens. ${count(used.tokens)} are used or reserved, and this question may take up to ${count(wanted.tokens)}. ${ENDS} The operator sets it with LLM_MAX_TOKENS_PER_DAY.`;
  return null;
}
