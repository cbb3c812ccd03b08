import { type Clock, decimal } from '../../platform/index.ts';
import { ANALYSIS_STAGES, type Composed, composeSteps } from '../analysis/index.ts';
import { defectSteps, qaStatusOf } from '../checks/index.ts';
import { inSlices } from '../port/index.ts';
import {
  type Defect,
  knownCost,
  type Publication,
  type QaStatus,
  sealPublication,
} from '../publication/index.ts';
import { type ResearchRunModel, type ResearchStageModel, runIdOf } from '../runs/index.ts';
import type { RunMaterial } from './models/run-material.ts';
import type { Published } from './published.ts';

type StageState = Pick<
  ResearchStageModel,
  | 'stage'
  | 'lifecycle'
  | 'status'
  | 'detail'
  | 'code'
  | 'provider'
  | 'model'
  | 'input_tokens'
  | 'output_tokens'
  | 'cost_usd'
  | 'latency_ms'
>;

/** What checks of a report came to. */
export interface Judged {
  composed: Composed;
  qa: { status: QaStatus; blocking_defects: Defect[] };
}

/**
 * Puts the report of a run together and judges it, without any model.
 * A stage that did not come to its end leaves the judgement UNAVAILABLE, with the stage among the defects; the report is whole
 * all the same (research/States and transitions: degraded pipeline).
 * @param stages of the run, as they stand
 */
export async function judgeReport(
  run: ResearchRunModel,
  material: RunMaterial,
  stages: readonly StageState[],
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<Judged> {
  const own = analysisOf(stages);
  const steps = composeSteps({
    run_id: runIdOf(run.id),
    mode: run.mode,
    as_of: (run.as_of ?? run.created_at).toISOString(),
    generated_at: clock.now().toISOString(),
    subject: run.subject,
    ...material,
    stages: own.map(toPublished),
  });
  const composed = await inSlices(steps, signal);
  const unfinished = own.filter(({ stage, status }) => stage !== 'PUBLICATION_QA' && status !== 'COMPLETED');
  const defects = [
    ...(await inSlices(
      defectSteps(composed.draft, { facts: material.facts, packets: material.packets }),
      signal,
    )),
    ...unfinished.map(({ stage, code, status, detail }): Defect => ({
      code: code ?? `STAGE_${status}`,
      path: `stages.${stage}`,
      message: detail ?? 'It did not finish.',
    })),
  ];
  const status = qaStatusOf(defects, composed.isAssembled || unfinished.length > 0);
  return { composed, qa: { status, blocking_defects: defects } };
}

/** A judged report, sealed, with its stages as they stand by then. */
export const sealed = (
  { composed: { draft, struck }, qa }: Judged,
  stages: readonly StageState[],
): Published => ({
  publication: sealPublication({ ...draft, stages: analysisOf(stages).map(toPublished), qa }),
  struck,
});

const ANALYSIS = new Set<string>(ANALYSIS_STAGES.map(({ stage }) => stage));
const analysisOf = (stages: readonly StageState[]) => stages.filter(({ stage }) => ANALYSIS.has(stage));

function toPublished(one: StageState): Publication['stages'][number] {
  const taken = {
    provider: one.provider,
    input_tokens: countOf(one.input_tokens),
    output_tokens: countOf(one.output_tokens),
    cost_usd: one.cost_usd?.toNumber() ?? null,
  };
  return {
    stage: one.stage,
    lifecycle: one.lifecycle,
    status: one.status,
    detail: one.detail,
    provider: one.provider,
    model: one.model,
    input_tokens: taken.input_tokens,
    output_tokens: taken.output_tokens,
    cost_usd: knownCost(taken),
    latency_ms: one.latency_ms,
  };
}

const countOf = (text: string | null): number | null => (text === null ? null : decimal(text).toNumber());
