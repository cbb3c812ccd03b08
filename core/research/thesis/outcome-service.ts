import { auditedMutation } from '../../audit/index.ts';
import type { Calendar, Exchange } from '../../market/calendar/index.ts';
import { INDEX_SERIES, type Indexes, type MarketHistory, type SeriesCode } from '../../market/index.ts';
import { lastFinalSession } from '../../market/history/index.ts';
import {
  type Actor,
  addDays,
  type Context,
  dayInWords,
  type DbTransaction,
  istDate,
} from '../../platform/index.ts';
import { HORIZONS, OutcomeModel, ResearchRunModel, type ResearchStatus, runIdOf } from '../runs/index.ts';
import { exchangeOf, outcomeDays } from './outcome-days.ts';
import { type Realised, realisedReturn } from './realised-return.ts';

export interface OutcomeParts {
  calendar: Calendar;
  history: Pick<MarketHistory, 'closes' | 'datedActions'>;
  indexes: Pick<Indexes, 'closes'>;
}

type Outcome = Pick<
  OutcomeModel,
  | 'horizon_days'
  | 'from_day'
  | 'to_day'
  | 'return_pct'
  | 'reason'
  | 'benchmark'
  | 'benchmark_return_pct'
  | 'benchmark_reason'
  | 'is_final'
>;
type DueRun = Pick<
  ResearchRunModel,
  'id' | 'symbol' | 'instrument_id' | 'subject' | 'as_of' | 'created_at' | 'finished_at'
> & { outcomes: OutcomeModel[] };

/** Runs with a report: what they say is held against what came. */
const PUBLISHED: readonly ResearchStatus[] = ['COMPLETED', 'PARTIAL', 'REVIEW_REQUIRED'];
/** For so many days after the session, or after the run where that ended later, missing closes are waited for. */
const DAYS_TO_WAIT = 30;
const RUNS_AT_ONCE = 100;

/** What stands beside a share, the first that has closes: the index of its home market. */
const HOME: Readonly<Record<Exchange, readonly SeriesCode[]>> = {
  NSE: ['NIFTY500', 'NIFTY50'],
  BSE: ['NIFTY500', 'NIFTY50'],
  NYSE: ['SP500'],
  NASDAQ: ['SP500'],
};
/** What takes value out of a price, or puts some in, without a ratio that closes could be adjusted by. */
const UNADJUSTED = ['RIGHTS', 'DEMERGER', 'SCHEME', 'CAPITAL_REDUCTION'] as const;

/** How shares did after their dossiers (research/Thesis baseline and comparison: outcomes). */
export function createOutcomes(
  context: Pick<Context, 'clock' | 'database' | 'log' | 'receipts'>,
  { calendar, history, indexes }: OutcomeParts,
) {
  const { clock, database } = context;
  const mutation = auditedMutation(context);

  /** Runs with outcomes that are not final yet, by id, after one. */
  const due = async (trx: DbTransaction, after: string): Promise<DueRun[]> => {
    const runs = await ResearchRunModel.query(trx)
      .whereIn('status', [...PUBLISHED])
      .where('id', '>', after)
      .whereExists(
        trx('research.ai_research_reports as report')
          .whereRaw('report.run_id = ai_research_runs.id')
          .select(trx.raw('1')),
      )
      .whereRaw(
        `(select count(*) from research.ai_thesis_outcomes as outcome
          where outcome.run_id = ai_research_runs.id and outcome.is_final) < ?`,
        [HORIZONS.length],
      )
      .orderBy('id')
      .limit(RUNS_AT_ONCE)
      .select('id', 'symbol', 'instrument_id', 'subject', 'as_of', 'created_at', 'finished_at');
    const outcomes = await OutcomeModel.query(trx).whereIn(
      'run_id',
      runs.map(({ id }) => id),
    );
    return runs.map((run) =>
      Object.assign(run, { outcomes: outcomes.filter(({ run_id }) => run_id === run.id) }),
    );
  };

  async function ofShare(
    { instrument_id, symbol }: DueRun,
    { from, to }: { from: string; to: string },
  ): Promise<Realised> {
    const moved = (await history.datedActions([instrument_id], UNADJUSTED, { from, to })).find(
      ({ ex_date, new_shares }) => new_shares === null && ex_date > from,
    );
    if (moved !== undefined)
      return {
        value: null,
        reason: `The ${moved.kind.toLowerCase().replace('_', ' ')} of ${dayInWords(moved.ex_date)} moved the price by an unknown amount, so the closes before and after cannot be compared.`,
      };
    const closes = await history.closes({ instrumentId: instrument_id, from, to, asOf: to });
    return realisedReturn(closes, { name: symbol, from, to });
  }

  async function ofIndex(
    exchange: Exchange,
    { from, to }: { from: string; to: string },
  ): Promise<{ name: string; realised: Realised }> {
    const found: { name: string; realised: Realised }[] = [];
    for (const code of HOME[exchange]) {
      const name = INDEX_SERIES.find((one) => one.code === code)?.name ?? code;
      const closes = (await indexes.closes(code, from)).filter(({ day }) => day <= to);
      const series = { days: closes.map(({ day }) => day), closes: closes.map(({ value }) => value) };
      const realised = realisedReturn(series, { name, from, to });
      found.push({ name, realised });
      if (realised.value !== null) break;
    }
    const best = found.find(({ realised }) => realised.value !== null) ?? found[0];
    if (best === undefined) throw new Error(`${exchange} has no index`);
    return best;
  }

  /** The outcomes of a run that can be looked at now. What is final already, or lies ahead, is none of them. */
  async function outcomesOf(run: DueRun, now: Date): Promise<Outcome[]> {
    const exchange = exchangeOf(run.subject);
    const closed = lastFinalSession(calendar, exchange, now);
    const today = istDate(now);
    const outcomes: Outcome[] = [];
    for (const horizon of HORIZONS) {
      const known = run.outcomes.find(({ horizon_days }) => horizon_days === horizon);
      const days = outcomeDays(calendar, exchange, { as_of: run.as_of ?? run.created_at, horizon });
      if (known?.is_final === true || days.to > closed) continue;
      const share = await ofShare(run, days);
      const index = await ofIndex(exchange, days);
      const ended = istDate(run.finished_at ?? run.created_at);
      const until = addDays(ended > days.to ? ended : days.to, DAYS_TO_WAIT);
      const isKnown = share.value !== null && index.realised.value !== null;
      const isFinal = isKnown || today >= until;
      const why = ({ reason }: Realised): string | null =>
        reason === null
          ? null
          : `${reason} ${isFinal ? 'Munim no longer looks for it.' : `Munim keeps looking until ${dayInWords(until)}.`}`;
      outcomes.push({
        horizon_days: horizon,
        from_day: days.from,
        to_day: days.to,
        return_pct: share.value,
        reason: why(share),
        benchmark: index.name,
        benchmark_return_pct: index.realised.value,
        benchmark_reason: why(index.realised),
        is_final: isFinal,
      });
    }
    return outcomes;
  }

  const write = mutation('research.outcomes', {
    topics: ['research'],
    async run(change, run: DueRun, outcomes: readonly Outcome[]): Promise<number> {
      let final = 0;
      for (const outcome of outcomes) {
        const row = { ...outcome, run_id: run.id, owner_user_id: change.userId, evaluated_at: change.now };
        // Whatever another process made final meanwhile stands.
        const written = (await change
          .trx('research.ai_thesis_outcomes as kept')
          .insert(row)
          .onConflict(['run_id', 'horizon_days', 'owner_user_id'])
          .merge()
          .whereRaw('not kept.is_final')
          .returning('is_final')) as { is_final: boolean }[];
        if (written[0]?.is_final !== true) continue;
        final += 1;
        const run_id = runIdOf(run.id);
        const { horizon_days, return_pct, benchmark, benchmark_return_pct } = outcome;
        await change.record('AI_RESEARCH_OUTCOME_EVALUATED', run_id, {
          run_id,
          symbol: run.symbol,
          horizon_days,
          return_pct,
          benchmark,
          benchmark_return_pct,
        });
      }
      return final;
    },
  });

  /** Whether it says something new: what is still missing is not written down every day. */
  const isNews = (run: DueRun, outcome: Outcome): boolean => {
    const known = run.outcomes.find(({ horizon_days }) => horizon_days === outcome.horizon_days);
    return (
      known === undefined ||
      outcome.is_final ||
      known.return_pct !== outcome.return_pct ||
      known.reason !== outcome.reason ||
      known.benchmark_return_pct !== outcome.benchmark_return_pct
    );
  };

  return {
    /**
     * Measures how a person's shares did 5, 20 and 60 sessions after their dossiers, by closes adjusted for splits and
     * bonuses, beside the index of their market. Sessions are those of the share's exchange, from the last close that the
     * dossier could know. A missing close leaves the figure unknown with a reason; it is looked for again on later days,
     * at most for 30, and then the reason is final. Each outcome becomes final once, with one event, however often and in
     * however many processes this runs.
     * @returns how many became final.
     */
    async evaluateOutcomes(userId: string, actor: Actor, signal?: AbortSignal): Promise<number> {
      let final = 0;
      let after = '0';
      for (;;) {
        const runs = await database.readAsUser(userId, (trx) => due(trx, after));
        for (const run of runs) {
          signal?.throwIfAborted();
          after = run.id;
          const outcomes = (await outcomesOf(run, clock.now())).filter((one) => isNews(run, one));
          if (outcomes.length > 0) final += await write(userId, run, outcomes, actor);
        }
        if (runs.length < RUNS_AT_ONCE) return final;
      }
    },
  };
}
