/** What an input of a figure is. */
export type InputKind = 'transaction' | 'income' | 'price' | 'rate' | 'snapshot' | 'setting' | 'figure';

/** One fact that went into a figure. */
export interface FigureInput {
  kind: InputKind;
  /** Of the transaction, event or snapshot, where it has one. */
  id: string | null;
  /** Day of the fact, YYYY-MM-DD; null for what has none, such as a setting. */
  date: string | null;
  /** In words: `BUY 10 TCS in Long term`, `Close of INFY`, `USD in INR`. */
  label: string;
  /** In `currency`, or plain where that is null; null where the fact itself is unknown. */
  value: number | null;
  currency: string | null;
  /** Where it comes from: `ledger`, `yahoo`, `PORTFOLIO_RISK_FREE_RATE_PCT`. */
  source: string | null;
}

/** Why one headline figure of a report is what it is (answered with `explain=true`). */
export interface Explanation {
  /** Name of the field in the report. */
  figure: string;
  value: number | null;
  /** `percent_points`, `ratio`, `years`, or the code of a currency. */
  unit: string;
  /** Such as `(value / invested) ^ (1 / years) - 1`. */
  formula: string;
  /** The formula with its numbers, such as `(1,20,000 / 1,00,000) ^ (1 / 2) - 1`; null where there is no figure. */
  worked: string | null;
  /** Key of the measure on the page of definitions, such as `cagr`. */
  definition: string;
  /** At most MOST_INPUTS, those that weigh most first where there are more. */
  inputs: FigureInput[];
  /** How many there are in all. */
  inputs_total: number;
  /** Why there is no value, or what limits it; null where nothing does. */
  reason: string | null;
}

/** An answer stays small enough to read: a ledger of ten thousand rows is told by its heaviest. */
export const MOST_INPUTS = 200;
