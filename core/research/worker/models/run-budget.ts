import type { Budget, BudgetRoom, Counted } from '../../../llm/index.ts';
import { type Clock, type Database, decimal, type Leases } from '../../../platform/index.ts';
import { OUTPUTS } from '../../analysis/index.ts';
import type { RunLimits, StageName } from '../../runs/index.ts';
import type { ResearchClaim } from '../checkpoint.ts';

/** What a run may use up in all. */
interface RunCaps {
  /** US dollars at list prices. */
  costUsd: number;
  /** Of models without a list price and of the command line: one full call for each stage that asks a model. */
  tokens: number;
}

export const capsOfRun = ({ max_cost_usd, max_input_tokens, max_output_tokens }: RunLimits): RunCaps => ({
  costUsd: max_cost_usd,
  tokens: Object.keys(OUTPUTS).length * (max_input_tokens + max_output_tokens),
});

const usd = (value: number): string => `$${value.toFixed(value < 0.1 ? 4 : 2)}`;
const count = (value: number): string => Math.round(value).toLocaleString('en-IN');

/** Why there is no room for a call within what a run may take; null where there is. */
export function refusedByRun(caps: RunCaps, used: Counted, wanted: Counted): string | null {
  if (wanted.costUsd > 0 && used.costUsd + wanted.costUsd > caps.costUsd)
    return `A run may cost at most ${usd(caps.costUsd)} at list prices. ${usd(used.costUsd)} is spent or reserved, and the next question may cost up to ${usd(wanted.costUsd)}. The operator sets the limit with PORTFOLIO_AI_RESEARCH_MAX_COST_USD_PER_RUN.`;
  if (wanted.tokens > 0 && used.tokens + wanted.tokens > caps.tokens)
    return `A run may take at most ${count(caps.tokens)} tokens of models without a list price. ${count(used.tokens)} are used or reserved, and the next question may take up to ${count(wanted.tokens)}. The limit follows from PORTFOLIO_AI_RESEARCH_MAX_INPUT_TOKENS and PORTFOLIO_AI_RESEARCH_MAX_OUTPUT_TOKENS.`;
  return null;
}

interface OfStage {
  claim: ResearchClaim;
  owner: string;
  stage: StageName;
  caps: RunCaps;
}

/**
 * What the calls of a run may cost (decisions/Provider chain: cost cap). A call has a row before it is made, with its worst
 * case; what it took stands there afterwards. A process that dies leaves its room taken, since the provider may charge for it.
 */
export function createRunBudget(
  {
    database,
    clock,
    leases,
  }: { database: Pick<Database, 'asSystem' | 'readAsSystem'>; clock: Clock; leases: Leases<'id'> },
  { claim, owner, stage, caps }: OfStage,
): Budget {
  const calls = 'research.ai_research_stage_calls';
  const settled = async (id: string, changes: Record<string, unknown>): Promise<void> =>
    await database.asSystem({ why: 'write down what a call of research took', owner }, async (trx) => {
      await trx(calls)
        .where({ id, run_id: claim.id })
        .whereNull('settled_at')
        .update({ ...changes, settled_at: clock.now() });
    });

  const roomOf = (id: string): BudgetRoom => ({
    async settle({ usage, counted, costUsd, model }) {
      await settled(id, {
        model: nameOf(model),
        input_tokens: usage.inputTokens,
        output_tokens: usage.outputTokens,
        cost_usd: costUsd === null ? null : decimal(costUsd.toFixed(10)).toFixed(),
        ...(counted === null ? {} : columnsOf(counted)),
      });
    },
    async release() {
      await database.asSystem({ why: 'give back the room of a call of research', owner }, async (trx) => {
        await trx(calls).where({ id, run_id: claim.id }).whereNull('settled_at').delete();
      });
    },
  });

  return {
    /** @throws LeaseLost: whoever lost the run asks nobody in its name */
    async reserve({ provider, model }, worst) {
      return await database.asSystem({ why: 'take room for a call of research', owner }, async (trx) => {
        await leases.assertLease(trx, claim);
        const [used] = (await trx(calls)
          .where({ run_id: claim.id })
          .select(
            trx.raw('coalesce(sum(counted_usd), 0)::float8 as "costUsd"'),
            trx.raw('coalesce(sum(counted_tokens), 0)::float8 as tokens'),
          )) as Counted[];
        const refused = refusedByRun(caps, used ?? { costUsd: 0, tokens: 0 }, worst);
        if (refused !== null) return { refused };
        const [row] = (await trx(calls)
          .insert({
            run_id: claim.id,
            owner_user_id: owner,
            stage,
            provider,
            model: nameOf(model),
            ...columnsOf(worst),
            begun_at: clock.now(),
          })
          .returning('id')) as { id: string }[];
        return roomOf(row?.id ?? '');
      });
    },
  };
}

const columnsOf = ({ costUsd, tokens }: Counted) => ({
  counted_usd: decimal(costUsd.toFixed(10)).toFixed(),
  counted_tokens: Math.ceil(tokens),
});

const LONGEST_NAME = 120;
/** A name from outside: short and of printable characters. */
const nameOf = (name: string): string =>
  name.replace(/[^\x21-\x7e]/g, '').slice(0, LONGEST_NAME) || 'unknown';
