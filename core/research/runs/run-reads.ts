import { stageTitle } from './stages.ts';
import type { Context } from '../../context.ts';
import { aliasKey } from '../../market/instruments/index.ts';
import { istDate, type Page, pageWindow } from '../../platform/index.ts';
import { type EvidenceProvider, type MetricId, METRICS } from '../port/index.ts';
import type { ResearchListQuery } from './inputs.ts';
import {
  ConflictModel,
  CoverageModel,
  EvidenceSourceModel,
  FactModel,
  PacketModel,
  ResearchRunModel,
  ResearchStageModel,
} from './models.ts';
import { requireEnabled, whatIsOff } from './off.ts';
import { findRun, toResearchRunView } from './run-store.ts';
import { UNFINISHED } from './status.ts';
import type { DossierView, ResearchRunView, ResearchStateView } from './view.ts';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
const titleOf = (metric: string): string =>
  Object.hasOwn(METRICS, metric) ? METRICS[metric as MetricId].title : metric;

const NO_MODEL = 'No stage of a run asks a model yet, so a run costs nothing.';

/** Reads of research. What is not the person's answers 404 RUN_NOT_FOUND. */
export function createResearchReads(
  { clock, config, database }: Pick<Context, 'clock' | 'config' | 'database'>,
  providers: readonly Pick<EvidenceProvider, 'name'>[],
) {
  return {
    /** Whether research is switched on, and what is left of today. It answers while it is off. */
    async state(userId: string): Promise<ResearchStateView> {
      const { runsToday, waiting } = await database.asUser(userId, async (trx) => ({
        runsToday: await ResearchRunModel.query(trx)
          .where({ accepted_on: istDate(clock.now()) })
          .resultSize(),
        waiting: await ResearchRunModel.query(trx)
          .whereIn('status', [...UNFINISHED])
          .resultSize(),
      }));
      return {
        is_enabled: config.PORTFOLIO_AI_RESEARCH_ENABLED,
        is_worker_enabled: config.PORTFOLIO_AI_RESEARCH_WORKER_ENABLED,
        is_schedule_enabled: config.PORTFOLIO_AI_RESEARCH_SCHEDULE_ENABLED,
        is_outcome_enabled: config.PORTFOLIO_AI_RESEARCH_OUTCOME_ENABLED,
        message: whatIsOff(config),
        daily_run_limit: config.PORTFOLIO_AI_RESEARCH_DAILY_RUN_LIMIT,
        runs_today: runsToday,
        waiting,
        sources: providers.map(({ name }) => name),
      };
    },

    /** The newest first. @throws 409 AI_RESEARCH_OFF */
    async list(userId: string, query: ResearchListQuery): Promise<Page<ResearchRunView>> {
      requireEnabled(config);
      const { page, page_size } = pageWindow(query);
      const { status, mode, symbol } = query;
      return await database.asUser(userId, async (trx) => {
        const rows = ResearchRunModel.query(trx).orderBy('id', 'desc');
        if (status !== undefined) void rows.where({ status });
        if (mode !== undefined) void rows.where({ mode });
        if (symbol !== undefined && symbol !== '') void rows.where({ symbol: aliasKey(symbol) });
        const { results, total } = await rows.page(page - 1, page_size);
        const stages = await ResearchStageModel.query(trx)
          .whereIn(
            'run_id',
            results.map(({ id }) => id),
          )
          .select('run_id', 'status');
        const items = results.map((row) =>
          toResearchRunView(
            row,
            stages.filter(({ run_id }) => run_id === row.id),
          ),
        );
        return { items, page, page_size, total };
      });
    },

    /** A run with all that it found, as of one moment. @throws 404 RUN_NOT_FOUND, 409 AI_RESEARCH_OFF */
    async dossier(userId: string, runId: string): Promise<DossierView> {
      requireEnabled(config);
      return await database.atOneMoment(userId, async (trx) => {
        const run = await findRun(trx, runId);
        const of = { run_id: run.id };
        const stages = await ResearchStageModel.query(trx).where(of).orderBy('nr');
        const sources = await EvidenceSourceModel.query(trx).where(of).orderBy('id');
        const packets = await PacketModel.query(trx).where(of).orderBy('id');
        const facts = await FactModel.query(trx).where(of).orderBy('nr');
        const conflicts = await ConflictModel.query(trx).where(of).orderBy('nr');
        const coverage = await CoverageModel.query(trx).where(of).orderBy('nr');
        const withOutcome = (outcome: string) => sources.filter((one) => one.outcome === outcome);
        const { instrument_id, symbol, exchange, isin, name, sector, industry, currency } = run.subject;
        return {
          run: toResearchRunView(run, stages),
          subject: { instrument_id, symbol, exchange, isin, name, sector, industry, currency },
          cost: {
            estimated_usd: run.estimated_cost_usd.toNumber(),
            estimated_reason: NO_MODEL,
            spent_usd: run.cost_usd.toNumber(),
            limit_usd: run.limits.max_cost_usd,
          },
          stages: stages.map((one) => ({
            stage: one.stage,
            title: stageTitle(one.stage),
            nr: one.nr,
            lifecycle: one.lifecycle,
            status: one.status,
            attempts: one.attempts,
            detail: one.detail,
            is_cached: one.is_cached,
            started_at: iso(one.started_at),
            finished_at: iso(one.finished_at),
          })),
          packets: packets.map(({ content }) => ({
            source_id: content.source_id,
            provider: content.provider,
            publisher: content.publisher,
            authority: content.authority,
            source_class: content.source_class,
            title: content.title,
            url: content.url,
            published_at: content.published_at,
            published_precision: content.published_precision,
            fetched_at: content.fetched_at,
            origin: content.origin,
            evidence_hash: content.evidence_hash,
            observations: content.observations.length,
            passages: content.passages.length,
            notes: [...content.notes],
          })),
          facts: facts.map((one) => ({
            fact_id: one.fact_id,
            metric: one.metric,
            title: titleOf(one.metric),
            scope: one.scope,
            scope_detail: one.scope_detail,
            period: one.period,
            unit: one.unit,
            value: one.value,
            value_high: one.value_high,
            authority: one.authority,
            label: one.label,
            is_validated: one.is_validated,
            source_ids: one.source_ids,
            locator: one.locator,
            published_at: iso(one.published_at),
            derivation:
              one.derivation === null ? null : { ...one.derivation, inputs: [...one.derivation.inputs] },
            notes: one.notes,
          })),
          conflicts: conflicts.map(({ content }) => ({
            fact_id: content.fact_id,
            title: titleOf(content.metric),
            period: content.period,
            candidates: [...content.candidates],
            chosen: content.chosen,
            rule: content.rule,
            note: content.note,
          })),
          coverage: coverage.map(({ content }) => ({ ...content, fact_ids: [...content.fact_ids] })),
          unavailable: (run.unavailable ?? []).map(({ metric, scope, period, source_id, reason }) => ({
            title: titleOf(metric),
            scope,
            period,
            source_id,
            reason,
          })),
          refused: withOutcome('REFUSED').map(({ provider, source_key, reason, detail }) => ({
            provider,
            source_id: source_key.slice(source_key.indexOf(' ') + 1),
            reason: reason ?? '',
            detail,
          })),
          failures: withOutcome('FAILED').map(({ provider, reason, detail }) => ({
            provider,
            kind: reason ?? '',
            message: detail,
          })),
          hash_mismatch: run.hash_mismatch,
        };
      });
    },
  };
}
