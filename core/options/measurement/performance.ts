import type { Context } from '../../platform/index.ts';
import type { Calendar } from '../../market/calendar/index.ts';
import { markKey, type MarkMoment, markMoment, type Mode, rupeesOf, rupeesOrNull } from '../records/index.ts';
import type { OptionsStore, Workspace } from '../store/index.ts';
import {
  type Fall,
  type OpenSums,
  readClosedReasons,
  readDailyNet,
  readFall,
  readLegacySums,
  readOpen,
  readStrategySums,
  type StrategySums,
} from './performance-reads.ts';
import type { LegacySummary, PerformanceView, Reason } from './performance-view.ts';
import { completeness, leastOf, reasonOf, reasonsOf } from './reasons.ts';
import { LEAST_OBSERVATIONS, sharpeOf } from './sharpe.ts';

/** Results of people that are kept until their workspace changes. */
const MOST_KEPT = 100;

export interface Performance {
  /** What trades of one mode came to, by the rules of measurement (portfolio/Measurement rules 1, 2 and 4). */
  read(userId: string, mode: Mode): Promise<PerformanceView>;
  /** The summary before that, of all modes but SHADOW. */
  legacy(userId: string): Promise<LegacySummary>;
}

export function createPerformance(
  { clock, config }: Pick<Context, 'clock' | 'config'>,
  store: OptionsStore,
  calendar: Calendar,
): Performance {
  const kept = new Map<string, { revision: string; view: PerformanceView }>();
  return {
    async read(userId, mode) {
      // Before the reads: what changes meanwhile makes the result one of an older revision.
      const moment = markMoment(calendar, clock.now());
      const revision = `${await store.revision(userId)} ${markKey(moment)}`;
      const key = `${userId} ${mode}`;
      const known = kept.get(key);
      if (known?.revision === revision) return known.view;
      const view = await store.read(
        userId,
        async (workspace) => await measure(workspace, { mode, capital: config.PHASE1_CAPITAL, moment }),
      );
      kept.delete(key);
      if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? '');
      kept.set(key, { revision, view });
      return view;
    },
    legacy: async (userId) =>
      await store.read(userId, async (workspace) => {
        const sums = await readLegacySums(workspace);
        return {
          total_trades: sums.total,
          winning_trades: sums.won,
          losing_trades: sums.lost,
          actual_profit: rupeesOrNull(sums.actual_profit),
          // A part of the trades would look like all of them here.
          realised_net: sums.net_known === sums.total ? rupeesOf(sums.net ?? 0) : null,
          sharpe: null,
        };
      }),
  };
}

async function measure(
  workspace: Workspace,
  { mode, capital, moment }: { mode: Mode; capital: number; moment: MarkMoment },
): Promise<PerformanceView> {
  const strategies = await readStrategySums(workspace, mode);
  const unknown = await readClosedReasons(workspace, mode);
  const { sums: open, unknown: openUnknown } = await readOpen(workspace, mode, moment);
  const all = totalOf(strategies);
  return {
    mode,
    realised: realisedOf(all, reasonsOf(unknown)),
    unrealised: unrealisedOf(open, reasonsOf(openUnknown)),
    drawdown: drawdownOf(await readFall(workspace, mode), all, capital),
    sharpe: sharpeView(await readDailyNet(workspace, mode), all, capital),
    trades: tradesOf(all, open.open),
    by_strategy: strategies.map((sums) => ({
      strategy: sums.strategy,
      realised: realisedOf(sums, reasonsOf(unknown.filter(({ strategy }) => strategy === sums.strategy))),
      trades: tradesOf(sums, 0),
    })),
  };
}

function totalOf(strategies: readonly StrategySums[]): StrategySums {
  const sum = (field: Exclude<keyof StrategySums, 'strategy'>) =>
    strategies.reduce((total, one) => total + (one[field] ?? 0), 0);
  return {
    strategy: '',
    closed: sum('closed'),
    gross_known: sum('gross_known'),
    costs_known: sum('costs_known'),
    net_known: sum('net_known'),
    gross: sum('gross'),
    costs: sum('costs'),
    net: sum('net'),
    won: sum('won'),
    lost: sum('lost'),
  };
}

/** A sum in rupees; null where none of the trades is known. */
const amountOf = (units: number | null, known: number, all: number): number | null =>
  known === 0 && all > 0 ? null : rupeesOf(units ?? 0);

function realisedOf(sums: StrategySums, unknown: Reason[]): PerformanceView['realised'] {
  const { closed } = sums;
  const states = {
    gross: completeness(sums.gross_known, closed),
    costs: completeness(sums.costs_known, closed),
    net: completeness(sums.net_known, closed),
  };
  return {
    gross: amountOf(sums.gross, sums.gross_known, closed),
    costs: amountOf(sums.costs, sums.costs_known, closed),
    net: amountOf(sums.net, sums.net_known, closed),
    state: leastOf(...Object.values(states)),
    states,
    reasons: closed === 0 ? [reasonOf('NO_TRADES')] : unknown,
  };
}

function unrealisedOf(sums: OpenSums, unknown: Reason[]): PerformanceView['unrealised'] {
  const states = {
    gross: completeness(sums.gross_known, sums.open),
    estimated_exit_costs: completeness(sums.costs_known, sums.open),
    net: completeness(sums.net_known, sums.open),
  };
  return {
    gross: amountOf(sums.gross, sums.gross_known, sums.open),
    estimated_exit_costs: amountOf(sums.costs, sums.costs_known, sums.open),
    net: amountOf(sums.net, sums.net_known, sums.open),
    state: leastOf(...Object.values(states)),
    states,
    reasons: sums.open === 0 ? [reasonOf('NO_OPEN_TRADES')] : unknown,
  };
}

function tradesOf(sums: StrategySums, open: number): PerformanceView['trades'] {
  const { closed, won, lost, net_known } = sums;
  return { closed, open, won, lost, even: net_known - won - lost, unknown: closed - net_known };
}

/** What keeps a figure of net results from standing for all trades. */
const unknownNet = ({ closed, net_known }: StrategySums): Reason[] =>
  net_known < closed ? [reasonOf('NET_UNKNOWN', closed - net_known)] : [];

function drawdownOf(fall: Fall | null, all: StrategySums, capital: number): PerformanceView['drawdown'] {
  if (fall === null)
    return {
      value: null,
      pct: null,
      peak_at: null,
      trough_at: null,
      state: 'UNAVAILABLE',
      reasons: all.closed === 0 ? [reasonOf('NO_TRADES')] : unknownNet(all),
    };
  const value = rupeesOf(fall.depth);
  return {
    value,
    pct: (100 * value) / (capital + rupeesOf(fall.peak)),
    peak_at: fall.depth === 0 ? null : fall.peak_at,
    trough_at: fall.depth === 0 ? null : fall.trough_at,
    state: completeness(all.net_known, all.closed),
    reasons: unknownNet(all),
  };
}

function sharpeView(
  days: readonly { net: number }[],
  all: StrategySums,
  capital: number,
): PerformanceView['sharpe'] {
  const value = sharpeOf(days.map(({ net }) => rupeesOf(net) / capital));
  const short = days.length < LEAST_OBSERVATIONS ? 'TOO_FEW_OBSERVATIONS' : 'NO_VARIATION';
  return {
    value,
    observations: days.length,
    capital,
    state: value === null ? 'UNAVAILABLE' : completeness(all.net_known, all.closed),
    reasons: [...(value === null ? [reasonOf(short)] : []), ...unknownNet(all)],
  };
}
