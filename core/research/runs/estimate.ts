import type { Chain } from '../../llm/index.ts';
import type { DbTransaction } from '../../platform/index.ts';
import { ResearchRunModel, ResearchStageModel } from './models.ts';
import type { ResearchStateView } from './view.ts';

/** Runs that an estimate looks back at. */
const LAST_RUNS = 5;
const MINUTE_MS = 60_000;

export type Estimate = ResearchStateView['estimate'];

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, one) => sum + one) / values.length;

/**
 * What a run is expected to cost when it is accepted, in US dollars at list prices: as the last ones did; the most that it may
 * where there are none, and nothing where no model is set up.
 */
export async function expectedCostUsd(
  trx: DbTransaction,
  given: { chain: Pick<Chain, 'providers'>; limitUsd: number },
): Promise<number> {
  if (given.chain.providers.length === 0) return 0;
  const { cost_usd } = await estimateOf(trx, given);
  return Math.min(cost_usd ?? given.limitUsd, given.limitUsd);
}

/** What a run will take: by the person's last runs that asked models, and never more than its limit. */
export async function estimateOf(
  trx: DbTransaction,
  { chain, limitUsd }: { chain: Pick<Chain, 'providers'>; limitUsd: number },
): Promise<Estimate> {
  const runs = await ResearchRunModel.query(trx)
    .whereIn('status', ['COMPLETED', 'PARTIAL', 'REVIEW_REQUIRED'])
    .whereIn(
      'id',
      ResearchStageModel.query(trx).whereNotNull('provider').where({ is_cached: false }).select('run_id'),
    )
    .orderBy('id', 'desc')
    .limit(LAST_RUNS)
    .select('cost_usd', 'started_at', 'finished_at');
  const minutes = mean(
    runs.flatMap(({ started_at, finished_at }) =>
      started_at === null || finished_at === null
        ? []
        : [(finished_at.getTime() - started_at.getTime()) / MINUTE_MS],
    ),
  );
  const cost = mean(runs.map(({ cost_usd }) => cost_usd.toNumber()));
  const models = chain.providers.map(({ id, model }) => model ?? id);
  return {
    cost_usd: cost,
    minutes,
    limit_usd: limitUsd,
    models,
    words: wordsOf({ cost, minutes, limitUsd, models, runs: runs.length }),
  };
}

function wordsOf({
  cost,
  minutes,
  limitUsd,
  models,
  runs,
}: {
  cost: number | null;
  minutes: number | null;
  limitUsd: number;
  models: readonly string[];
  runs: number;
}): string {
  if (models.length === 0)
    return 'No model is set up for research, so the report is put together from the facts alone and costs nothing. Research asks the models of this server, set up with LLM_PROVIDER_DEFAULT or LLM_CLI_PRESET, and never those of your own settings.';
  const most = `A run costs at most $${limitUsd.toFixed(2)} at list prices.`;
  if (cost === null || minutes === null)
    return `It asks ${models[0]} about eighteen times, which takes some minutes. ${most}`;
  const before = runs === 1 ? 'The last run' : `The last ${runs} runs`;
  const each = runs === 1 ? '' : ' each on average';
  return `It asks ${models[0]} about eighteen times. ${before} took ${Math.max(1, Math.round(minutes))} min and cost $${cost.toFixed(2)}${each}. ${most}`;
}
