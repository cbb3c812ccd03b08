import type { Chain } from '../../llm/index.ts';
import { aliasKey } from '../../market/instruments/index.ts';
import { type Context, istDate, keptCount, type Page, pageWindow } from '../../platform/index.ts';
import type { EvidenceProvider } from '../port/index.ts';
import { estimateOf } from './estimate.ts';
import type { ResearchListQuery } from './inputs.ts';
import { ReportModel, ResearchRunModel, ResearchStageModel } from './models.ts';
import { containing, wordsOf } from './search-words.ts';
import { requireEnabled, whatIsOff } from './off.ts';
import { judgedOf, RUN_COLUMNS, toResearchRunView } from './run-store.ts';
import { UNFINISHED } from './status.ts';
import type { ResearchRunView, ResearchStateView } from './view.ts';

/** More companies than a person asks about. */
const MOST_COMPANIES = 2000;

/** Whether research is on, and the runs of a person. */
export function createResearchReads(
  { clock, config, database }: Pick<Context, 'clock' | 'config' | 'database'>,
  {
    providers,
    chainFor,
  }: { providers: readonly Pick<EvidenceProvider, 'name'>[]; chainFor: () => Promise<Chain> },
) {
  return {
    /** Whether research is switched on, and what is left of today. It answers while it is off. */
    async state(userId: string): Promise<ResearchStateView> {
      const chain = await chainFor();
      const limitUsd = config.PORTFOLIO_AI_RESEARCH_MAX_COST_USD_PER_RUN;
      const { runsToday, waiting, estimate } = await database.readAsUser(userId, async (trx) => ({
        estimate: await estimateOf(trx, { chain, limitUsd }),
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
        estimate,
      };
    },

    /** Companies that a person asked for research of, as the newest run has each; none while research is off. */
    async companies(userId: string): Promise<{ symbol: string; name: string | null }[]> {
      if (!config.PORTFOLIO_AI_RESEARCH_ENABLED) return [];
      const rows = await database.readAsUser(userId, (trx) =>
        ResearchRunModel.query(trx)
          .distinctOn('instrument_id')
          .orderBy('instrument_id')
          .orderBy('id', 'desc')
          .limit(MOST_COMPANIES)
          .select('symbol', 'subject'),
      );
      return rows.map(({ symbol, subject }) => ({ symbol, name: subject.name }));
    },

    /** The newest first. @throws 409 AI_RESEARCH_OFF */
    async list(userId: string, query: ResearchListQuery): Promise<Page<ResearchRunView>> {
      requireEnabled(config);
      const { page, page_size, offset } = pageWindow(query);
      const { status, mode, symbol, rating, q } = query;
      return await database.readAsUser(userId, async (trx) => {
        const rows = ResearchRunModel.query(trx);
        if (status !== undefined) void rows.where({ status });
        if (mode !== undefined) void rows.where({ mode });
        if (symbol !== undefined && symbol !== '') void rows.where({ symbol: aliasKey(symbol) });
        if (rating !== undefined)
          void rows.whereIn('id', ReportModel.query(trx).where({ rating }).select('run_id'));
        for (const word of wordsOf(q))
          void rows.where((either) => {
            void either
              .whereILike('symbol', containing(word))
              .orWhereRaw(`subject->>'name' ilike ?`, [containing(word)]);
          });
        const total = rows.hasWheres()
          ? await rows.clone().resultSize()
          : await keptCount(trx, 'research.ai_research_runs');
        const results = await rows
          .select(...RUN_COLUMNS)
          .orderBy('id', 'desc')
          .limit(page_size)
          .offset(offset);
        const ids = results.map(({ id }) => id);
        const stages = await ResearchStageModel.query(trx).whereIn('run_id', ids).select('run_id', 'status');
        const judged = await judgedOf(trx, ids);
        const items = results.map((row) =>
          toResearchRunView(
            row,
            stages.filter(({ run_id }) => run_id === row.id),
            judged.get(row.id),
          ),
        );
        return { items, page, page_size, total };
      });
    },
  };
}
