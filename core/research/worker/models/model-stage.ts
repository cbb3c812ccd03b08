import { type ChainAnswer, ChainError, failureWords } from '../../../llm/index.ts';
import { type Clock, type Database, type Leases, redactText, type Timers } from '../../../platform/index.ts';
import { type AnalysisStage, missingNeeds, type ModelStage, type OutputOf } from '../../analysis/index.ts';
import { answerSchemaOf, promptInSlices, readAnswer, type StagePrompt } from '../../prompts/index.ts';
import { type ResearchRunModel, stageTitle } from '../../runs/index.ts';
import type { ResearchClaim } from '../checkpoint.ts';
import type { ResearchWorkerParts } from '../parts.ts';
import { inputHash, isKeepable, type StageResult } from '../stage-result.ts';
import { capsOfRun, createRunBudget } from './run-budget.ts';
import { readableStream } from './readable-stream.ts';
import type { RunMaterial } from './run-material.ts';

/** Changes when the forms of answers do, so that no answer of an older form is taken from an earlier run. */
const FORMS_VERSION = '1';
/** The pause before a stage is asked again, in milliseconds. */
const BACKOFF_MS = 1_000;
/** Asking once, other providers and repairs included, takes at most so many calls' time. */
const CALLS_OF_A_QUESTION = 4;
/** All of a stage: it must not outlast the lease of its run, whatever is set for calls and retries. */
const STAGE_LIMIT_MS = 40 * 60_000;
/** Failures after which the same question may go better a moment later. */
const PASSING: ReadonlySet<string> = new Set([
  'TRANSIENT',
  'CAPACITY',
  'RATE_LIMIT',
  'STALLED',
  'BAD_OUTPUT',
  'SCHEMA',
]);
const NO_MODEL = 'No model is set up. Set one up under Settings, Models.';

/** How far the stages of a run are. */
interface StageStates {
  completed: ReadonlySet<string>;
  /** Why no model is asked any more: a limit was reached. Null while there is room. */
  capped: string | null;
}

interface Asked {
  run: ResearchRunModel;
  claim: ResearchClaim;
  material: RunMaterial;
  states: StageStates;
  signal: AbortSignal;
  /** Told text to be read along, as it comes. */
  onText: (text: string) => void;
}

/** Stages without whose words this one cannot begin. */
export function blockedBy(stage: AnalysisStage, completed: ReadonlySet<string>): StageResult | null {
  const missing = missingNeeds(stage, completed).map(stageTitle);
  if (missing.length === 0) return null;
  const names = new Intl.ListFormat('en').format(missing.map((name) => `“${name}”`));
  return {
    status: 'BLOCKED',
    code: 'BLOCKED',
    detail: `It needs ${names}, which did not finish.`,
    input_hash: null,
  };
}

/** Asks models for what a stage has to say (decisions/The nineteen stages). */
export function createModelStages(
  given: {
    database: Pick<Database, 'asSystem' | 'readAsSystem'>;
    clock: Clock;
    leases: Leases<'id'>;
    timers: Pick<Timers, 'sleep' | 'now'>;
  },
  { chainFor }: Pick<ResearchWorkerParts, 'chainFor'>,
) {
  const { database, timers } = given;

  /** What an earlier run of the person was told on the very same question; null where none was. */
  async function known(run: ResearchRunModel, stage: ModelStage, hash: string): Promise<StageResult | null> {
    const row = await database.readAsSystem(
      'look up what a model said to the same question',
      async (trx) =>
        (await trx('research.ai_research_stage_cache')
          .where({ owner_user_id: run.owner_user_id, input_hash: hash, stage })
          .first('output')) as { output: { output: unknown; provider: string; model: string } } | undefined,
    );
    if (row === undefined) return null;
    const { output: kept, provider, model } = row.output;
    const read = readAnswer(stage, kept);
    if ('errors' in read) return null;
    return {
      status: 'COMPLETED',
      detail: `${wordsOf(read.output)} Taken from an earlier run with the same evidence.`,
      input_hash: hash,
      is_cached: true,
      asked: { provider, model, latency_ms: 0 },
      said: { prompt_version: '', prompt: null, output: read.output },
    };
  }

  return {
    /** @throws the reason of `signal`, LeaseLost, or why the database could not be used */
    async run(
      stage: ModelStage,
      { run, claim, material, states, signal, onText }: Asked,
    ): Promise<StageResult> {
      if (states.capped !== null)
        return { status: 'SKIPPED', code: 'COST_CAP_REACHED', detail: states.capped, input_hash: null };
      const chain = await chainFor();
      if (chain.providers.length === 0)
        return { status: 'SKIPPED', code: 'NO_MODEL', detail: NO_MODEL, input_hash: null };
      const blocked = blockedBy(stage, states.completed);
      if (blocked !== null) return blocked;
      const { limits, owner_user_id: owner } = run;
      const as_of = (run.as_of ?? run.created_at).toISOString();
      const { subject, mode } = run;
      let prompt: StagePrompt;
      try {
        prompt = await promptInSlices(
          stage,
          { ...material, subject, mode, as_of },
          { maxInputTokens: limits.max_input_tokens },
          signal,
        );
      } catch (error) {
        // The instructions alone are longer than the run was allowed to ask.
        if (!(error instanceof RangeError)) throw error;
        return { status: 'FAILED', code: 'CONTEXT', detail: shortened(error.message), input_hash: null };
      }
      const hash = hashOf(stage, prompt, material);
      const before = await known(run, stage, hash);
      if (before !== null) return { ...before, said: saidOf(prompt, before.said?.output) };
      const began = timers.now();
      const took = (answer: ChainAnswer | null): StageResult['asked'] =>
        answer === null
          ? null
          : { provider: answer.provider, model: answer.model, latency_ms: timers.now() - began };
      const left = (): number => STAGE_LIMIT_MS - (timers.now() - began);
      const callMs = limits.timeout_sec * 1000;
      let failure: Failed = { code: 'BAD_OUTPUT', detail: 'It was not asked.', mayPass: false };
      let last: ChainAnswer | null = null;
      for (let tries = 0; tries <= limits.max_retries; tries += 1) {
        if (left() <= 0) break;
        if (tries > 0) await timers.sleep(BACKOFF_MS, signal);
        const read = readableStream();
        try {
          const answer = await chain.ask({
            system: prompt.system,
            messages: prompt.messages,
            schema: { name: stage.toLowerCase(), schema: answerSchemaOf(stage) },
            maxOutputTokens: limits.max_output_tokens,
            usage: { userId: owner, feature: 'research' },
            budget: createRunBudget(given, { claim, owner, stage, caps: capsOfRun(limits) }),
            signal,
            callMs,
            deadlineMs: Math.min(CALLS_OF_A_QUESTION * callMs, left()),
            // The second time nobody reads along, so that every provider may be asked to the end.
            ...(tries === 0 ? { onText: (piece: string) => onText(read(piece)) } : {}),
          });
          last = answer;
          const told = readAnswer(stage, answer.value);
          if ('output' in told && isKeepable(told.output))
            return {
              status: 'COMPLETED',
              detail: wordsOf(told.output),
              input_hash: hash,
              asked: took(answer),
              said: saidOf(prompt, told.output),
            };
          const errors = 'errors' in told ? told.errors : ['It has characters that cannot be stored.'];
          failure = {
            code: 'BAD_OUTPUT',
            detail: `The model’s answer was refused: ${errors.slice(0, 3).join(' ')}`,
            mayPass: true,
          };
        } catch (error) {
          signal.throwIfAborted();
          if (!(error instanceof ChainError)) throw error;
          if (error.class === 'COST_CAP')
            return {
              status: 'SKIPPED',
              code: 'COST_CAP_REACHED',
              detail: shortened(error.message),
              input_hash: hash,
              asked: took(last),
            };
          failure = {
            code: error.class,
            detail: failureWords(error) || error.message,
            mayPass: PASSING.has(error.class),
          };
        }
        if (!failure.mayPass) break;
      }
      return {
        status: 'FAILED',
        code: failure.code,
        detail: shortened(failure.detail),
        input_hash: hash,
        asked: took(last),
      };
    },
  };
}

interface Failed {
  code: string;
  detail: string;
  mayPass: boolean;
}

const LONGEST_DETAIL = 800;
const shortened = (text: string): string => redactText(text).slice(0, LONGEST_DETAIL);

const saidOf = ({ version, system, messages }: StagePrompt, output: unknown): StageResult['said'] => ({
  prompt_version: version,
  prompt: { system, messages },
  output,
});

/**
 * What an answer follows from: the stage, the versions of its prompt and its form, the hashes of what it was shown, and what
 * stages before it said (decisions/The nineteen stages: cache key). The words of the question are among it.
 */
function hashOf(stage: ModelStage, prompt: StagePrompt, { packets, outputs }: RunMaterial): string {
  const shown = new Set(prompt.shown.source_ids);
  return inputHash(stage, `${FORMS_VERSION} ${prompt.version}`, {
    packets: packets
      .filter(({ source_id }) => shown.has(source_id))
      .map(({ source_id, evidence_hash }) => [source_id, evidence_hash])
      .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1)),
    facts: prompt.shown.fact_ids,
    upstream: prompt.shown.upstream.map((one) => [one, outputs[one] ?? null]),
    system: prompt.system,
    messages: prompt.messages,
  });
}

const COUNTED: readonly (readonly [list: string, one: string, many: string])[] = [
  ['findings', 'finding', 'findings'],
  ['statements', 'statement', 'statements'],
  ['catalysts', 'catalyst', 'catalysts'],
  ['risks', 'risk', 'risks'],
  ['agreed', 'point agreed', 'points agreed'],
  ['disputed', 'point in dispute', 'points in dispute'],
  ['sections', 'section', 'sections'],
  ['gaps', 'gap', 'gaps'],
];

/** What a stage came to, counted: what it says is not yet held against the facts. */
function wordsOf(output: OutputOf<ModelStage>): string {
  const counts = COUNTED.flatMap(([list, one, many]) => {
    const value: unknown = (output as Readonly<Record<string, unknown>>)[list];
    return Array.isArray(value) && value.length > 0
      ? [`${value.length} ${value.length === 1 ? one : many}`]
      : [];
  });
  return counts.length === 0 ? 'Done.' : `${counts.join(', ')}.`;
}
