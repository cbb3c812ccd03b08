import {
  listOf,
  number,
  numberOrNull,
  text,
  view,
  type ViewOf,
  whole,
} from '../../../platform/schema/index.ts';
import { type StageTaken, unpricedTokens } from '../../publication/index.ts';

/** What models of a run cost, notionally. */
export const runCostView = view({
  /** US dollars at list prices; null where nothing of it is known. */
  spent_usd: numberOrNull,
  limit_usd: number,
  /** What is not in it, because the models have no list price; null where all have one. */
  unpriced: view({ tokens: whole, models: listOf(text) })
    .nullable()
    .defined(),
  /** Stages that asked a model and of which nobody knows the tokens. */
  unknown_stages: whole,
  /** For people. */
  words: text,
});
type RunCostView = ViewOf<typeof runCostView>;

interface AskedStage extends StageTaken {
  model: string | null;
}

/** @param spentUsd what the calls of a run cost, as far as anybody said; a model without a list price counts as 0 there */
export function toRunCost(stages: readonly AskedStage[], spentUsd: number, limitUsd: number): RunCostView {
  const asked = stages.filter(({ provider }) => provider !== null);
  const unpriced = asked.filter((stage) => unpricedTokens(stage) !== null);
  const unknown = asked.filter((stage) => stage.cost_usd === null && unpricedTokens(stage) === null);
  const nothingKnown = spentUsd === 0 && unpriced.length + unknown.length > 0;
  const cost = {
    spent_usd: nothingKnown ? null : spentUsd,
    limit_usd: limitUsd,
    unpriced:
      unpriced.length === 0
        ? null
        : {
            tokens: unpriced.reduce((sum, stage) => sum + (unpricedTokens(stage) ?? Number.NaN), 0),
            models: [...new Set(unpriced.map(({ model, provider }) => model ?? provider ?? ''))],
          },
    unknown_stages: unknown.length,
  };
  return { ...cost, words: asked.length === 0 ? 'No model was asked.' : wordsOf(cost, asked.length) };
}

const counted = (value: number): string => value.toLocaleString('en-IN');

function wordsOf(
  { spent_usd: spent, unpriced, unknown_stages: unknown }: Omit<RunCostView, 'words'>,
  asked: number,
): string {
  const one = unpriced?.models.length === 1;
  return [
    spent === null ? 'The cost is unknown.' : 'Notional, at list prices. It is not an invoice.',
    unpriced === null
      ? ''
      : spent === null
        ? `The ${one ? 'model has' : 'models have'} no list price; ${counted(unpriced.tokens)} tokens were used.`
        : `It excludes ${counted(unpriced.tokens)} tokens of ${one ? 'a model' : 'models'} without a list price.`,
    unknown === 0 ? '' : `The tokens of ${unknown} of ${asked} stages are unknown.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}
