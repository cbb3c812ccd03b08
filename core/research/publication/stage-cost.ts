/** What a stage took, as it is written down or published. */
export interface StageTaken {
  /** Null where no model was asked. */
  provider: string | null;
  input_tokens: number | null;
  output_tokens: number | null;
  /** Notional, in US dollars. */
  cost_usd: number | null;
}

/**
 * Tokens of a stage whose cost nobody can tell, since a model that was asked has no list price; null where that is not so.
 * A cost is unknown where tokens are, so that known tokens without a cost are those. Older reports and runs have a 0 there.
 */
export function unpricedTokens({
  provider,
  input_tokens,
  output_tokens,
  cost_usd,
}: StageTaken): number | null {
  if (provider === null || input_tokens === null || output_tokens === null) return null;
  const tokens = input_tokens + output_tokens;
  return tokens > 0 && (cost_usd === null || cost_usd === 0) ? tokens : null;
}

/** The cost of a stage; null where it is not known, never 0 for that. */
export const knownCost = (taken: StageTaken): number | null =>
  unpricedTokens(taken) === null ? taken.cost_usd : null;
