import type { Context } from '../../platform/index.ts';
import type { Calendar } from '../../market/calendar/index.ts';
import type { OptionsStore } from '../store/index.ts';
import { readAnalyses, resolvedOf, scored } from './analysis-reads.ts';
import { dataQualityOf } from './data-quality.ts';
import { marketPerformanceOf } from './market-performance.ts';
import type {
  Calibration,
  DataQuality,
  MarketPerformance,
  MarketQuery,
  PromotionReport,
} from './market-view.ts';
import { reliabilityOf, type Scores, scoresOf } from './scores.ts';
import { usefulnessCriteria } from './usefulness.ts';

const METHOD =
  'The forecast is that the underlying is higher at the horizon; FLAT is not higher. Only the first outcome of an analysis counts, from its horizon on. The Brier score is the mean squared distance between probability and outcome; its skill compares it with always saying the base rate of the same analyses.';

/** What analyses of the market were worth. They are what a process reported: nothing here asks a model. */
export interface MarketViews {
  dataQuality(userId: string, query: MarketQuery): Promise<DataQuality>;
  calibration(userId: string, query: MarketQuery): Promise<Calibration>;
  performance(userId: string, query: MarketQuery): Promise<MarketPerformance>;
  /** Whether they are of use to trade by (decisions: Options workspace). */
  promotionReport(userId: string, query: MarketQuery): Promise<PromotionReport>;
}

/** @throws Problem 503 OPTIONS_UNAVAILABLE */
export function createMarketViews(
  { clock, config }: Pick<Context, 'clock' | 'config'>,
  store: OptionsStore,
  calendar: Calendar,
): MarketViews {
  const read = async (userId: string, query: MarketQuery) =>
    await store.read(userId, async (workspace) => await readAnalyses(workspace, query));

  return {
    dataQuality: async (userId, query) => dataQualityOf(await read(userId, query), calendar, clock.now()),
    async calibration(userId, query) {
      const { all } = await read(userId, query);
      const forecasts = resolvedOf(all).map(scored);
      const scores = scoresOf(forecasts);
      return {
        ...scoreFields(scores),
        reason: whyNoSkill(scores),
        bins: reliabilityOf(forecasts).map(({ from, to, count, meanForecast, realised }) => ({
          from,
          to,
          count,
          mean_forecast: meanForecast,
          realised,
        })),
        method: METHOD,
      };
    },
    performance: async (userId, query) => marketPerformanceOf((await read(userId, query)).all),
    async promotionReport(userId, query) {
      const analyses = await read(userId, query);
      const scores = scoresOf(resolvedOf(analyses.all).map(scored));
      const criteria = usefulnessCriteria(scores);
      const quality = dataQualityOf(analyses, calendar, clock.now());
      return {
        strategy: config.OPTIONS_AI_STRATEGY,
        is_useful: criteria.every(({ passed }) => passed === true),
        criteria,
        ...scoreFields(scores),
        missing: [
          ...criteria
            .filter(({ passed }) => passed !== true)
            .map(({ title, words, reason }) => `${title}: ${words}${reason === null ? '' : ` ${reason}`}`),
          ...doubts(quality),
        ],
      };
    },
  };
}

const scoreFields = ({ count, brier, baseRate, baseBrier, skill }: Scores) => ({
  resolved: count,
  brier,
  base_rate: baseRate,
  base_brier: baseBrier,
  skill,
});

function whyNoSkill({ count, skill }: Scores): string | null {
  if (count === 0) return 'No market analysis has an outcome yet.';
  return skill === null
    ? 'All outcomes are the same, so there is no skill to measure against their base rate.'
    : null;
}

/** What takes nothing from the gate, and is good to know before one relies on it. */
function doubts({ overdue, reported_late, gaps }: DataQuality): string[] {
  const analyses = (count: number) => (count === 1 ? '1 analysis' : `${count} analyses`);
  return [
    ...(overdue > 0
      ? [`${analyses(overdue)} past the horizon ${overdue === 1 ? 'has' : 'have'} no outcome.`]
      : []),
    ...(reported_late > 0
      ? [
          `${analyses(reported_late)} ${reported_late === 1 ? 'was' : 'were'} reported after the horizon, when the outcome could be known.`,
        ]
      : []),
    ...(gaps.without > 0 ? [`${gaps.without} of ${gaps.sessions} sessions have no analysis.`] : []),
  ];
}
