import {
  answerJson,
  type Context,
  createCache,
  type DbTransaction,
  decimal,
  type Page,
  type PageQuery,
  pageWindow,
} from '../../../platform/index.ts';
import { CoverageModel, type ResearchRunModel, ResearchStageModel } from '../models.ts';
import { turn } from '../../port/index.ts';
import { knownCost } from '../../publication/index.ts';
import { requireEnabled } from '../off.ts';
import { rowIdOf } from '../run-id.ts';
import { findRun, judgedOf, toResearchRunView } from '../run-store.ts';
import { stageTitle } from '../stages.ts';
import type { ResearchStageView } from '../view.ts';
import type {
  ConflictsQuery,
  DossierQuery,
  FactsQuery,
  PacketsQuery,
  SourcesQuery,
} from './dossier-inputs.ts';
import {
  conflictsOf,
  factsOf,
  packetsOf,
  type Part,
  sourcesOf,
  totalsOf,
  unavailableOf,
  type Window,
} from './dossier-lists.ts';
import { iso } from './dossier-rows.ts';
import { createDossierVersions } from './dossier-version.ts';
import { readReportRows, toReportPart } from './report-reads.ts';
import { toRunCost } from './run-cost.ts';
import type {
  ConflictView,
  DossierView,
  FactView,
  PacketView,
  SourceView,
  UnavailableView,
} from './dossier-view.ts';

/** Dossiers that are kept as JSON, by number and by bytes. */
const MOST_KEPT = 200;
const MOST_KEPT_BYTES = 32_000_000;

const countOf = (text: string | null): number | null => (text === null ? null : decimal(text).toNumber());

const takenBy = (one: ResearchStageModel) => ({
  provider: one.provider,
  model: one.model,
  input_tokens: countOf(one.input_tokens),
  output_tokens: countOf(one.output_tokens),
  cost_usd: one.cost_usd?.toNumber() ?? null,
});

const toStageView = (one: ResearchStageModel): ResearchStageView => ({
  stage: one.stage,
  title: stageTitle(one.stage),
  nr: one.nr,
  lifecycle: one.lifecycle,
  status: one.status,
  attempts: one.attempts,
  detail: one.detail,
  is_cached: one.is_cached,
  ...takenBy(one),
  cost_usd: knownCost(takenBy(one)),
  latency_ms: one.latency_ms,
  started_at: iso(one.started_at),
  finished_at: iso(one.finished_at),
});

/**
 * A dossier and the lists in it, which may be long: each has a first page in the dossier and pages of its own. What is not
 * the person's answers 404 RUN_NOT_FOUND, and all of it 409 AI_RESEARCH_OFF while research is off.
 */
export function createDossierReads({ config, database }: Pick<Context, 'config' | 'database'>) {
  /** A page of a list of a run. */
  async function page<T>(
    userId: string,
    runId: string,
    query: PageQuery,
    read: (trx: DbTransaction, run: Pick<ResearchRunModel, 'id'>, window: Window) => Promise<Part<T>>,
  ): Promise<Page<T>> {
    requireEnabled(config);
    const { page: nr, page_size, offset } = pageWindow(query);
    return await database.atOneMoment(userId, async (trx) => {
      const run = await findRun(trx, runId);
      const { items, total } = await read(trx, run, { offset, limit: page_size });
      return { items, page: nr, page_size, total };
    });
  }

  const versionOf = createDossierVersions(database);

  /** Dossiers of runs that have ended, as JSON: what changes of them later is in their version. */
  const kept = createCache<Buffer>({
    most: MOST_KEPT,
    mostSize: MOST_KEPT_BYTES,
    sizeOf: ({ length }) => length,
  });

  async function dossier(
    userId: string,
    runId: string,
    { first = Number.MAX_SAFE_INTEGER }: DossierQuery = {},
  ): Promise<DossierView> {
    requireEnabled(config);
    const { reportRows, ...rest } = await database.atOneMoment(userId, async (trx) => {
      const run = await findRun(trx, runId);
      const of = { run_id: run.id };
      const stages = await ResearchStageModel.query(trx).where(of).orderBy('nr');
      const totals = await totalsOf(trx, of);
      const upTo = (total: number): Window => ({ offset: 0, limit: first, total });
      const packets = await packetsOf(trx, of, {}, upTo(totals.packets));
      const facts = await factsOf(trx, of, {}, upTo(totals.facts), true);
      const conflicts = await conflictsOf(trx, of, {}, upTo(totals.conflicts));
      const coverage = await CoverageModel.query(trx).where(of).orderBy('nr');
      const unavailable = await unavailableOf(trx, of, upTo(totals.unavailable));
      const refused = await sourcesOf(trx, of, { outcome: 'REFUSED' }, upTo(totals.refused));
      const failures = await sourcesOf(trx, of, { outcome: 'FAILED' }, upTo(totals.failures));
      const { instrument_id, symbol, exchange, isin, name, sector, industry, currency } = run.subject;
      return {
        run: toResearchRunView(run, stages, (await judgedOf(trx, [run.id])).get(run.id)),
        subject: { instrument_id, symbol, exchange, isin, name, sector, industry, currency },
        cost: toRunCost(stages.map(takenBy), run.cost_usd.toNumber(), run.limits.max_cost_usd),
        stages: stages.map(toStageView),
        reportRows: await readReportRows(trx, run),
        totals,
        packets: packets.items,
        facts: facts.items,
        conflicts: conflicts.items,
        coverage: coverage.map(({ content }) => ({ ...content, fact_ids: [...content.fact_ids] })),
        unavailable: unavailable.items,
        refused: refused.items.map(({ provider, source_id, reason, detail }) => ({
          provider,
          source_id,
          reason: reason ?? '',
          detail,
        })),
        failures: failures.items.map(({ provider, reason, detail }) => ({
          provider,
          kind: reason ?? '',
          message: detail,
        })),
        hash_mismatch: run.hash_mismatch,
      };
    });
    return { ...rest, ...(await toReportPart(reportRows)) };
  }

  return {
    /** A run with the first of each list, or with all of them, as of one moment. @throws 404 RUN_NOT_FOUND, 409 AI_RESEARCH_OFF */
    dossier,

    /** The same as JSON in UTF-8. Of a run that has ended it is made once for as long as nothing of it changes. */
    async dossierJson(userId: string, runId: string, query: DossierQuery = {}): Promise<Buffer> {
      requireEnabled(config);
      const rowId = BigInt(rowIdOf(runId)).toString();
      const make = async (): Promise<Buffer> => {
        const view = await dossier(userId, runId, query);
        // Others have their turn between the work and its text.
        await turn();
        return Buffer.from(answerJson(view));
      };
      const version = await versionOf(userId, rowId);
      if (version === undefined) return await make();
      return await kept.read(`${userId}\0${rowId}\0${query.first}`, version, make);
    },

    /** The facts of a run. @throws 404 RUN_NOT_FOUND, 409 AI_RESEARCH_OFF, as all of these */
    facts: async (userId: string, runId: string, query: FactsQuery): Promise<Page<FactView>> =>
      await page(userId, runId, query, (trx, { id }, window) => factsOf(trx, { run_id: id }, query, window)),

    packets: async (userId: string, runId: string, query: PacketsQuery): Promise<Page<PacketView>> =>
      await page(userId, runId, query, (trx, { id }, window) =>
        packetsOf(trx, { run_id: id }, query, window),
      ),

    conflicts: async (userId: string, runId: string, query: ConflictsQuery): Promise<Page<ConflictView>> =>
      await page(userId, runId, query, (trx, { id }, window) =>
        conflictsOf(trx, { run_id: id }, query, window),
      ),

    /** Figures that a source has without a usable value. */
    unavailable: async (userId: string, runId: string, query: PageQuery): Promise<Page<UnavailableView>> =>
      await page(userId, runId, query, (trx, { id }, window) => unavailableOf(trx, { run_id: id }, window)),

    /** What sources gave, what was refused of it, and which failed. */
    sources: async (userId: string, runId: string, query: SourcesQuery): Promise<Page<SourceView>> =>
      await page(userId, runId, query, (trx, { id }, window) =>
        sourcesOf(trx, { run_id: id }, query, window),
      ),
  };
}
