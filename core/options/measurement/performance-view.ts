import * as yup from 'yup';
import {
  instantOrNull,
  listOf,
  numberOrNull,
  oneOf,
  text,
  view,
  type ViewOf,
  whole,
} from '../../platform/schema/index.ts';
import { MODES } from '../records/index.ts';

/** Exactly one mode: trades with money, of a rehearsal and beside the market are never summed together. */
export const performanceQuery = yup
  .object({ mode: oneOf(...MODES) })
  .noUnknown()
  .required();

/** How far an aggregate stands for all the trades that it is about. */
export const COMPLETENESS = ['COMPLETE', 'PARTIAL', 'UNAVAILABLE'] as const;
export type Completeness = (typeof COMPLETENESS)[number];

const state = oneOf(...COMPLETENESS);
const reason = view({ code: text, message: text, trades: whole });
export type Reason = ViewOf<typeof reason>;
const reasons = listOf(reason);
/** A sum of rupees over the trades in which it is known; null where it is known in none. */
const amount = numberOrNull;

const realised = view({
  gross: amount,
  costs: amount,
  net: amount,
  /** The least complete of the three, whose own states follow. */
  state,
  states: view({ gross: state, costs: state, net: state }),
  reasons,
});

const unrealised = view({
  gross: amount,
  estimated_exit_costs: amount,
  net: amount,
  state,
  states: view({ gross: state, estimated_exit_costs: state, net: state }),
  reasons,
});

/** Trades of a mode: closed and open ones, and how the closed ones ended by their net result. */
const trades = view({ closed: whole, open: whole, won: whole, lost: whole, even: whole, unknown: whole });

export const performanceView = view({
  mode: oneOf(...MODES),
  realised,
  unrealised,
  drawdown: view({
    /** Rupees below the highest realised net result before; 0 or more. */
    value: numberOrNull,
    /** Of the capital and that highest result together, percent. */
    pct: numberOrNull,
    peak_at: instantOrNull,
    trough_at: instantOrNull,
    state,
    reasons,
  }),
  sharpe: view({
    value: numberOrNull,
    observations: whole,
    capital: yup.number().required(),
    state,
    reasons,
  }),
  trades,
  by_strategy: listOf(view({ strategy: text, realised, trades })),
});
export type PerformanceView = ViewOf<typeof performanceView>;

/** As it was before its second version. */
export const legacySummaryView = view({
  total_trades: whole,
  winning_trades: whole,
  losing_trades: whole,
  /** The sum of what the process called its profit, as it came: nobody checked it. */
  actual_profit: numberOrNull,
  realised_net: numberOrNull,
  /** Always null here. */
  sharpe: yup.number().nullable().defined(),
});
export type LegacySummary = ViewOf<typeof legacySummaryView>;
