import { type AuditedChange, auditedMutation } from '../../audit/index.ts';
import type { Chain } from '../../llm/index.ts';
import {
  type Actor,
  conflict,
  type Context,
  decimal,
  fencedOff,
  type FieldError,
  invalid,
  istDate,
  istInstant,
  type Leases,
  notFound,
  parseInput,
  Problem,
  sqlStateOf,
} from '../../platform/index.ts';
import type { Instrument } from '../../market/instruments/index.ts';
import type { EvidenceProvider, ResearchSubject } from '../port/index.ts';
import { whyIneligible } from './eligibility.ts';
import { expectedCost } from './estimate.ts';
import { type ResearchInput, researchInput, researchRules } from './inputs.ts';
import { ResearchRunModel, ResearchStageModel, type RunLimits } from './models.ts';
import { requireEnabled } from './off.ts';
import type { PublishProgress } from './progress.ts';
import { rowIdOf, runIdOf } from './run-id.ts';
import { announceCancelled, announceDue, skipStages, toResearchRunView } from './run-store.ts';
import { stagesOf } from './stages.ts';
import { type ResearchRoute, UNFINISHED } from './status.ts';
import type { Subjects } from './subject.ts';
import type { ResearchRunView, ResearchStartedView } from './view.ts';

interface ResearchServiceParts {
  subjects: Subjects;
  providers: readonly Pick<EvidenceProvider, 'name'>[];
  leases: Pick<Leases<'id'>, 'isHeld'>;
  publish: PublishProgress | null;
  /** The models that a run would ask. */
  chainFor: (this: void) => Promise<Chain>;
}

/** Ready to be put into the queue: everything that had to be asked elsewhere is known. */
interface Prepared {
  route: ResearchRoute;
  input: ResearchInput;
  subject: ResearchSubject;
  retryOf: string | null;
  chain: Pick<Chain, 'providers'>;
}

const FOREIGN_KEY_VIOLATION = '23503';
const DAY_SECONDS = 86_400;

const secondsToMidnight = (now: Date): number =>
  Math.ceil((istInstant(istDate(now), '00:00').getTime() + DAY_SECONDS * 1000 - now.getTime()) / 1000);

/** What goes on record of a run. */
export const eventOf = ({ symbol, instrument_id, mode, status }: ResearchRunModel) => ({
  symbol,
  instrument_id,
  mode,
  status,
});

/** What a person does with research. The worker does the rest. */
export function createResearchService(
  context: Pick<Context, 'clock' | 'config' | 'database' | 'log' | 'receipts'>,
  { subjects, providers, leases, publish, chainFor }: ResearchServiceParts,
) {
  const { clock, config, database } = context;
  const mutation = auditedMutation(context);

  const limits = (): RunLimits => ({
    max_cost_usd: config.PORTFOLIO_AI_RESEARCH_MAX_COST_USD_PER_RUN,
    max_input_tokens: config.PORTFOLIO_AI_RESEARCH_MAX_INPUT_TOKENS,
    max_output_tokens: config.PORTFOLIO_AI_RESEARCH_MAX_OUTPUT_TOKENS,
    timeout_sec: config.PORTFOLIO_AI_RESEARCH_TIMEOUT_SEC,
    max_retries: config.PORTFOLIO_AI_RESEARCH_MAX_RETRIES,
    peer_count: config.PORTFOLIO_AI_RESEARCH_V3_PEER_COUNT,
  });

  /** @throws 429 DAILY_RUN_LIMIT. Whoever asks at the same moment waits for the topic, so that none is counted twice. */
  async function underLimit({ trx, userId, now }: AuditedChange): Promise<void> {
    const most = config.PORTFOLIO_AI_RESEARCH_DAILY_RUN_LIMIT;
    const today = await ResearchRunModel.query(trx)
      .where({ owner_user_id: userId, accepted_on: istDate(now) })
      .resultSize();
    if (today < most) return;
    throw new Problem(
      429,
      'DAILY_RUN_LIMIT',
      `Today’s limit of research runs (${most}) is reached. Ask again tomorrow (Indian time), or raise PORTFOLIO_AI_RESEARCH_DAILY_RUN_LIMIT.`,
      { retryAfter: secondsToMidnight(now) },
    );
  }

  const queue = mutation('research.create', {
    input: (body) => body as Prepared,
    topics: ['research'],
    async run(change, { route, input, subject, retryOf, chain }): Promise<ResearchStartedView> {
      const { trx, userId, now } = change;
      await underLimit(change);
      const limitUsd = config.PORTFOLIO_AI_RESEARCH_MAX_COST_USD_PER_RUN;
      const estimated = await expectedCost(trx, { chain, limitUsd });
      const cutoff = input.cutoff === undefined ? null : new Date(input.cutoff);
      const row = await ResearchRunModel.query(trx)
        .insert({
          owner_user_id: userId,
          route,
          mode: input.mode,
          cutoff,
          status: 'queued',
          symbol: subject.symbol,
          instrument_id: subject.instrument_id,
          subject,
          portfolio_id: input.portfolio_id ?? null,
          retry_of: retryOf,
          accepted_on: istDate(now),
          // Where it is unknown, the most that it may: the column takes no null, and nobody is told it.
          estimated_cost_usd: decimal((estimated.usd ?? limitUsd).toFixed(10)),
          limits: limits(),
          created_at: now,
          updated_at: now,
        })
        .returning('*');
      await ResearchStageModel.query(trx).insert(
        stagesOf(providers).map((stage) => ({ run_id: row.id, owner_user_id: userId, ...stage })),
      );
      await change.record('AI_RESEARCH_REQUESTED', runIdOf(row.id), {
        ...eventOf(row),
        cutoff: cutoff?.toISOString() ?? null,
        retry_of: retryOf === null ? null : runIdOf(retryOf),
      });
      await announceDue(trx);
      return {
        run_id: runIdOf(row.id),
        status: 'queued',
        estimated_cost_usd: estimated.usd,
        estimated_cost_reason: estimated.reason,
      };
    },
  });

  /** Everything that is asked outside of a transaction, and every refusal that needs none. */
  async function accept(
    userId: string,
    instrument: Instrument,
    input: ResearchInput,
    asked: Pick<Prepared, 'route' | 'retryOf'>,
    actor: Actor,
  ): Promise<ResearchStartedView> {
    const day = istDate(input.cutoff === undefined ? clock.now() : new Date(input.cutoff));
    const refused = whyIneligible(instrument, { mode: input.mode, day });
    if (refused !== null)
      throw new Problem(422, 'NOT_ELIGIBLE', refused, { errors: [{ field: 'symbol', message: refused }] });
    const subject = await subjects.of(instrument);
    const { providers: models } = await chainFor();
    const started = await queue(
      userId,
      { ...asked, input, subject, chain: { providers: models } },
      actor,
    ).catch((error: unknown) => {
      // The books are none of research's tables: the reference says whether that portfolio is there and theirs.
      if (sqlStateOf(error) !== FOREIGN_KEY_VIOLATION) throw error;
      throw invalid([{ field: 'portfolio_id', message: 'There is no such portfolio.' }]);
    });
    publish?.(userId, {
      run_id: started.run_id,
      stage: 'run',
      event: 'started',
      text: 'It waits for its turn.',
    });
    return started;
  }

  const cancelRow = mutation('research.cancel', {
    topics: ['research'],
    async run(change, id: string): Promise<ResearchRunView> {
      const { now, trx } = change;
      const row = await change.locked('RUN', ResearchRunModel, id);
      // A run that can be cancelled has no report yet.
      const stages = () => ResearchStageModel.query(trx).where({ run_id: id });
      if (!UNFINISHED.includes(row.status))
        throw conflict('RUN_FINISHED', `This run has already ended: it is ${row.status}.`);
      if (row.cancel_requested) return toResearchRunView(row, await stages(), undefined);
      // Nobody works on it who would have to be asked: it waits, or its process is gone.
      const isIdle = !leases.isHeld(row, now);
      const next = await ResearchRunModel.query(trx).patchAndFetchById(
        id,
        isIdle
          ? {
              ...fencedOff(row),
              status: 'CANCELLED',
              cancel_requested: true,
              updated_at: now,
              finished_at: now,
            }
          : { cancel_requested: true },
      );
      if (isIdle) {
        await skipStages(trx, id, 'The run was cancelled.');
        await change.record('AI_RESEARCH_CANCELLED', runIdOf(id), eventOf(next));
      } else await announceCancelled(trx, id);
      return toResearchRunView(next, await stages(), undefined);
    },
  });

  return {
    /**
     * Puts a run into the queue.
     * @throws 409 AI_RESEARCH_OFF, 422 for what is wrong, unknown or not eligible, 429 DAILY_RUN_LIMIT, 503 UNAVAILABLE
     */
    async create(
      userId: string,
      route: ResearchRoute,
      body: unknown,
      actor: Actor,
    ): Promise<ResearchStartedView> {
      requireEnabled(config);
      const rules = (input: ResearchInput): FieldError[] => researchRules(input, clock.now());
      const input = parseInput(researchInput, body, rules);
      const instrument = await subjects.resolve(input.symbol, route);
      return await accept(userId, instrument, input, { route, retryOf: null }, actor);
    },

    /**
     * Asks the same anew: a run of its own, which names the old one.
     * @throws 404 RUN_NOT_FOUND, 409 RUN_UNFINISHED, and what `create` throws.
     */
    async retry(userId: string, runId: string, actor: Actor): Promise<ResearchStartedView> {
      requireEnabled(config);
      const id = rowIdOf(runId);
      const old = await database.readAsUser(userId, (trx) => ResearchRunModel.query(trx).findById(id));
      if (old === undefined) throw notFound('RUN');
      if (UNFINISHED.includes(old.status))
        throw conflict(
          'RUN_UNFINISHED',
          'This run has not ended yet. Wait until it ends, or cancel it first.',
        );
      const { mode, cutoff, portfolio_id, route } = old;
      // By its id: the symbol may mean another share by now.
      const instrument = await subjects.byId(old.instrument_id);
      const input: ResearchInput = {
        symbol: old.symbol,
        mode,
        ...(cutoff === null ? {} : { cutoff: cutoff.toISOString() }),
        ...(portfolio_id === null ? {} : { portfolio_id }),
      };
      return await accept(userId, instrument, input, { route, retryOf: id }, actor);
    },

    /**
     * Asks for research of a share as it is known now, by its id: its symbol may mean another share by now.
     * @param asked the portfolio scopes the baseline that it will be held against.
     * @throws what `create` throws.
     */
    async recheck(
      userId: string,
      { instrument_id, portfolio_id }: { instrument_id: string; portfolio_id: string | null },
      actor: Actor,
    ): Promise<ResearchStartedView> {
      requireEnabled(config);
      const instrument = await subjects.byId(instrument_id);
      const input: ResearchInput = {
        symbol: instrument.symbol,
        mode: 'CURRENT',
        ...(portfolio_id === null ? {} : { portfolio_id }),
      };
      return await accept(userId, instrument, input, { route: 'V2', retryOf: null }, actor);
    },

    /**
     * Takes a run out of the queue, or has whoever does it stop after the stage under way.
     * @throws 404 RUN_NOT_FOUND, 409 RUN_FINISHED
     */
    async cancel(userId: string, runId: string, actor: Actor): Promise<ResearchRunView> {
      requireEnabled(config);
      const view = await cancelRow(userId, rowIdOf(runId), actor);
      if (view.status === 'CANCELLED')
        publish?.(userId, { run_id: view.run_id, stage: 'run', event: 'done', text: 'CANCELLED' });
      return view;
    },
  };
}
