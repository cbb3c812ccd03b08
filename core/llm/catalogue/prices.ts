import type { Usage } from '../port/index.ts';
import type { Price } from './catalogue-shape.ts';

/** What a call came to at list prices. */
interface Cost {
  /** US dollars. 0 for a model without a price; null where nobody knows how many tokens it took. */
  usd: number | null;
  /** The model has no price, so that its 0 says nothing. */
  isUnpriced: boolean;
}

/** List prices by model, of one day. */
export interface Prices {
  /** YYYY-MM-DD */
  readonly asOf: string;
  /** Built in, or of the operator's file. */
  readonly from: 'built_in' | 'file';
  /**
   * @param model as a provider names it; a vendor before it and the day of a release after it are passed over:
   * `openai/gpt-5.4-2026-03-05` is `gpt-5.4`
   */
  priceOf(this: void, model: string): Price | null;
  /** Cached tokens are part of the input and cost the same (research/LLM usage row). It never throws. */
  costOf(this: void, model: string, usage: Pick<Usage, 'inputTokens' | 'outputTokens'>): Cost;
}

const MILLION = 1_000_000;

export function createPrices(rows: readonly Price[], asOf: string, from: Prices['from']): Prices {
  const byModel = new Map(rows.map((row) => [row.model_id.toLowerCase(), row]));
  const priceOf = (model: string): Price | null => {
    const name = model.toLowerCase();
    const bare = name.slice(name.lastIndexOf('/') + 1);
    return (
      byModel.get(name) ?? byModel.get(bare) ?? byModel.get(bare.replace(/-\d{4}-?\d{2}-?\d{2}$/, '')) ?? null
    );
  };
  return {
    asOf,
    from,
    priceOf,
    costOf(model, { inputTokens, outputTokens }) {
      const price = priceOf(model);
      const isUnpriced = price === null;
      // A part that is unknown makes the whole unknown: half a cost would pass for all of it.
      if (inputTokens === null || outputTokens === null) return { usd: null, isUnpriced };
      if (price === null) return { usd: 0, isUnpriced };
      const usd = (inputTokens * price.inputUsd + outputTokens * price.outputUsd) / MILLION;
      return { usd, isUnpriced };
    },
  };
}
