import type { Chain } from '../../llm/index.ts';
import { type DbTransaction, decimal } from '../../platform/index.ts';
import { knownCost, unpricedTokens } from '../publication/index.ts';
import { ResearchRunModel, ResearchStageModel } from './models.ts';
import type { ResearchStateView } from './view.ts';

/** Runs that an estimate looks back at. */
const LAST_RUNS = 5;
const MINUTE_MS = 60_000;

const NO_RUNS = 'No earlier run used a model.';
const NO_PRICE = 'The models of the last runs have no list price.';
const NOT_COUNTED = 'The number of tokens that the last runs took is unknown.';

type Estimate = ResearchStateView['estimate'];

/** What a run is expected to cost; `reason` says why that is unknown. */
type ExpectedCost = { usd: number; reason: null } | { usd: null; reason: string };

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, one) => sum + one) / values.length;

/**
 * What a run is expected to cost when it is accepted, in US dollars at list prices: as the last ones did; the most that it may
 * where there are none, and nothing where no model is set up. Where nobody knows what the last ones cost, nobody knows this.
 */
export async function expectedCost(
  trx: DbTransaction,
  given: { chain: Pick<Chain, 'providers'>; limitUsd: number },
): Promise<ExpectedCost> {
  if (given.chain.providers.length === 0) return { usd: 0, reason: null };
  const { cost_usd, cost_reason } = await estimateOf(trx, given);
  if (cost_usd === null && cost_reason !== null && cost_reason !== NO_RUNS)
    return { usd: null, reason: cost_reason };
  return { usd: Math.min(cost_usd ?? given.limitUsd, given.limitUsd), reason: null };
}

/** What an earlier run took. */
interface RunTaken {
  /** Null where it is not known in full. */
  cost: number | null;
  minutes: number | null;
  /** Of models without a list price. */
  unpriced: number;
}

/** The person's last runs that asked models, the newest first. */
async function lastRuns(trx: DbTransaction): Promise<RunTaken[]> {
  const asked = () => ResearchStageModel.query(trx).whereNotNull('provider').where({ is_cached: false });
  const runs = await ResearchRunModel.query(trx)
    .whereIn('status', ['COMPLETED', 'PARTIAL', 'REVIEW_REQUIRED'])
    .whereIn('id', asked().select('run_id'))
    .orderBy('id', 'desc')
    .limit(LAST_RUNS)
    .select('id', 'cost_usd', 'started_at', 'finished_at');
  const stages = await asked()
    .whereIn(
      'run_id',
      runs.map(({ id }) => id),
    )
    .select('run_id', 'provider', 'input_tokens', 'output_tokens', 'cost_usd');
  return runs.map(({ id, cost_usd, started_at, finished_at }) => {
    const own = stages
      .filter(({ run_id }) => run_id === id)
      .map(({ provider, input_tokens, output_tokens, cost_usd: cost }) => ({
        provider,
        input_tokens: countOf(input_tokens),
        output_tokens: countOf(output_tokens),
        cost_usd: cost?.toNumber() ?? null,
      }));
    return {
      cost: own.some((stage) => knownCost(stage) === null) ? null : cost_usd.toNumber(),
      minutes:
        started_at === null || finished_at === null
          ? null
          : (finished_at.getTime() - started_at.getTime()) / MINUTE_MS,
      unpriced: own.reduce((sum, stage) => {
        const tokens = unpricedTokens(stage);
        return tokens === null ? sum : sum + tokens;
      }, 0),
    };
  });
}

const countOf = (text: string | null): number | null => (text === null ? null : decimal(text).toNumber());

/** What a run will take: by the person's last runs that asked models, and never more than its limit. */
export async function estimateOf(
  trx: DbTransaction,
  { chain, limitUsd }: { chain: Pick<Chain, 'providers'>; limitUsd: number },
): Promise<Estimate> {
  const runs = await lastRuns(trx);
  const known = runs.flatMap(({ cost }) => cost ?? []);
  const unpriced = runs.flatMap(({ unpriced: tokens }) => (tokens === 0 ? [] : [tokens]));
  const cost = mean(known);
  const minutes = mean(runs.flatMap((one) => one.minutes ?? []));
  const models = chain.providers.map(({ id, model }) => model ?? id);
  const reason =
    cost !== null ? null : runs.length === 0 ? NO_RUNS : unpriced.length > 0 ? NO_PRICE : NOT_COUNTED;
  return {
    cost_usd: cost,
    cost_reason: reason,
    minutes,
    limit_usd: limitUsd,
    models,
    words: wordsOf({
      cost,
      reason,
      minutes,
      limitUsd,
      models,
      runs: runs.length,
      known: known.length,
      tokens: mean(unpriced),
    }),
  };
}

interface Looked {
  cost: number | null;
  reason: string | null;
  minutes: number | null;
  limitUsd: number;
  models: readonly string[];
  /** Runs that were looked at, and how many of them have a known cost. */
  runs: number;
  known: number;
  /** Of models without a list price, in one of the runs that asked some. */
  tokens: number | null;
}

function wordsOf({ minutes, limitUsd, models, runs, ...of }: Looked): string {
  if (models.length === 0)
    return 'No model is set up for research, so the report uses the facts alone and costs nothing. Research uses the models of this server, set up with LLM_PROVIDER_DEFAULT or LLM_CLI_PRESET, never those of your own settings.';
  const most = `A run costs at most $${limitUsd.toFixed(2)} at list prices.`;
  if (runs === 0 || minutes === null)
    return `It asks ${models[0]} about eighteen times, which takes a few minutes. ${most}`;
  const before = runs === 1 ? 'The last run' : `The last ${runs} runs`;
  const took = `${before} took ${Math.max(1, Math.round(minutes))} min`;
  return `It asks ${models[0]} about eighteen times. ${took}${costWords({ runs, ...of })} ${most}`;
}

function costWords({
  cost,
  reason,
  runs,
  known,
  tokens,
}: Pick<Looked, 'cost' | 'reason' | 'runs' | 'known' | 'tokens'>): string {
  const each = runs === 1 ? '' : ' each on average';
  if (cost !== null && known === runs) return ` and cost $${cost.toFixed(2)}${each}.`;
  if (cost !== null)
    return `${each}; ${known === 1 ? 'one of them' : `${known} of them`} cost $${cost.toFixed(2)}${known === 1 ? '' : ' each on average'}, and the cost of the others is unknown.`;
  const used = tokens === null ? '' : ` and ${Math.round(tokens).toLocaleString('en-IN')} tokens`;
  return `${used}${each}. The cost is unknown. ${reason ?? ''}`.trimEnd();
}
