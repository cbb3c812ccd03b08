/** Words of backtests: states, rules and figures as an investor says them. */
import { day, money, percent } from '../../../../../charts/index.ts';
import type {
  Run,
  RunEvent,
  RunFinding,
  RunMetrics,
  RunOrder,
  RunStatus,
  ValidationStatus,
} from '../../api/types.ts';

interface Look {
  label: string;
  color: string;
}

export const STATUSES: Readonly<Record<RunStatus, Look>> = {
  QUEUED: { label: 'Waiting', color: 'gray' },
  RUNNING: { label: 'Running', color: 'ink' },
  COMPLETED: { label: 'Finished', color: 'teal' },
  FAILED: { label: 'Failed', color: 'red' },
  CANCELLED: { label: 'Cancelled', color: 'gray' },
};

type Survivorship = NonNullable<Run['survivorship']>;

/** How honestly the shares of the past are known: a badge wherever figures stand, and what it means. */
export const SURVIVORSHIP: Readonly<Record<Survivorship, Look & { meaning: string }>> = {
  MEMBERSHIP_BY_DATE: {
    label: 'Index members by date',
    color: 'teal',
    meaning:
      'Each day uses the shares that were in the index on that day, so companies that failed later are included.',
  },
  CURRENT_MEMBERS: {
    label: 'Survivorship bias: later members',
    color: 'orange',
    meaning:
      'Past members are unknown, so later members stand in for them. Companies that failed or left the index are missing, which makes the result look better than it was.',
  },
  CHOSEN_SYMBOLS: {
    label: 'Survivorship bias: chosen shares',
    color: 'orange',
    meaning:
      'You chose these shares knowing how they did. Somebody in the past would have chosen others, so the result looks better than it was.',
  },
};

export const VALIDATIONS: Readonly<Record<ValidationStatus, Look & { meaning: string }>> = {
  VALIDATED: {
    label: 'Validated',
    color: 'teal',
    meaning: 'It held up in the later part of the period, on a universe without hindsight.',
  },
  NOT_VALIDATED: {
    label: 'Not validated',
    color: 'orange',
    meaning:
      'It did not hold up well enough in the later part of the period, or its shares were chosen with hindsight.',
  },
  REJECTED: {
    label: 'Rejected',
    color: 'red',
    meaning:
      'In the later part of the period it lost money, fell far behind its benchmark, or had a very deep drawdown.',
  },
  UNKNOWN: {
    label: 'Not judged',
    color: 'gray',
    meaning: 'There is not enough data to judge it.',
  },
};

export const SIDES: Readonly<Record<RunOrder['side'], Look>> = {
  BUY: { label: 'Buy', color: 'ink' },
  SELL: { label: 'Sell', color: 'orange' },
};

export const ORDER_STATES: Readonly<Record<RunOrder['state'], Look>> = {
  FILLED: { label: 'Filled', color: 'teal' },
  REDUCED: { label: 'Partly filled', color: 'orange' },
  NOT_MADE: { label: 'Not made', color: 'gray' },
};

/** Why an order was wanted. */
export const RULES: Readonly<Record<RunOrder['rule'], string>> = {
  LEFT_UNIVERSE: 'Left the universe',
  DELISTED: 'Delisted',
  UNRANKABLE: 'No rank',
  RANK_EXIT: 'Rank fell',
  CAP_TRIM: 'Above a limit',
  ENTRY: 'New position',
  TOP_UP: 'Below target',
  LIQUID_SWEEP: 'Cash to the liquid fund',
  LIQUID_REDEMPTION: 'Cash from the liquid fund',
};

/** What stopped an order, or cut it. */
export const LIMITS: Readonly<Record<NonNullable<RunOrder['limited_by']>, string>> = {
  HYSTERESIS: 'Rank still close enough',
  MIN_HOLDING: 'Held too briefly',
  TURNOVER_BUDGET: 'Turnover limit',
  STOCK_CAP: 'Limit per share',
  SECTOR_CAP: 'Limit per sector',
  NO_PRICE: 'No price',
  WITHIN_TOLERANCE: 'Close to target',
  MIN_ORDER_VALUE: 'Too small',
  WHOLE_SHARES: 'Less than one share',
  CASH: 'Not enough cash',
};

export const EVENTS: Readonly<Record<RunEvent['kind'], Look>> = {
  ENTERED: { label: 'Joined the universe', color: 'teal' },
  LEFT: { label: 'Left the universe', color: 'gray' },
  SUSPENDED: { label: 'No trading', color: 'orange' },
  RESUMED: { label: 'Trading again', color: 'teal' },
  DELISTED: { label: 'Delisted', color: 'orange' },
  SPLIT: { label: 'Split', color: 'grape' },
  BONUS: { label: 'Bonus', color: 'grape' },
  CONSOLIDATION: { label: 'Consolidation', color: 'grape' },
  DIVIDEND: { label: 'Dividend', color: 'teal' },
  UNQUANTIFIED_ACTION: { label: 'Unknown terms', color: 'orange' },
  UNEXPLAINED_MOVE: { label: 'Unexplained jump', color: 'orange' },
  SWEEP_SKIPPED: { label: 'Spare cash not moved', color: 'orange' },
};

export const FINDINGS: Readonly<Record<RunFinding['kind'], string>> = {
  NO_PRICES: 'Shares without prices',
  UNKNOWN_SYMBOL: 'Unknown symbols',
  DELISTED: 'Delisted while held',
  SUSPENDED: 'Suspended while held',
  UNQUANTIFIED_ACTION: 'Corporate actions without terms',
  UNEXPLAINED_MOVE: 'Unexplained price jumps',
  NO_SECTORS: 'Shares without a sector',
  NO_DIVIDENDS: 'No dividends',
  NO_BENCHMARK: 'No benchmark',
  MISSING_SESSIONS: 'Sessions without prices',
  SHORT_HISTORY: 'Short history',
  LOW_EXPOSURE: 'Much cash',
  NO_LIQUID_FUND: 'Spare cash not moved',
  NO_ORDERS: 'No orders',
};

/** Items of the charges of a trade, as a contract note has them. */
export const CHARGES: Readonly<Record<Exclude<keyof RunMetrics['costs'], 'total'>, string>> = {
  brokerage: 'Brokerage',
  stt: 'Securities transaction tax',
  exchange: 'Exchange charges',
  sebi: 'SEBI fees',
  stamp_duty: 'Stamp duty',
  gst: 'GST',
  dp: 'Depository charges',
};

/** What a person should know before trusting the figures. */
export const NOTES: readonly string[] = [
  'Orders fill at the closing price of the day that the ranking uses. In practice you trade later, at another price.',
  'Costs are brokerage, taxes and fees by the rates of each day. Slippage is not included.',
  'Net of tax deducts capital gains tax by the rules of each sale’s date, on all sales of a financial year together. The yearly exemption of long-term gains is not used, because your other sales may need it, and losses are not carried to another year.',
  'Only the dividends that Munim knows of count, before the tax on them.',
  'The benchmark pays no costs and no tax.',
  'What worked in the past may not work again.',
];

const rupees = (value: number): string => money(value, 'INR', { digits: 0 });

/** `3 months`, `5.0 years`: how long a window is. */
export function spanInWords(from: string, to: string): string {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
  if (!Number.isFinite(days)) return 'an unknown time';
  if (days < 45) return `${Math.round(days)} days`;
  if (days < 700) return `${Math.round(days / 30.44)} months`;
  return `${(days / 365.25).toFixed(1).replace(/\.0$/, '')} years`;
}

/** What came of it, in a sentence. */
export function resultText(run: Pick<Run, 'from' | 'to' | 'initial_capital' | 'metrics'>): string {
  const { metrics, initial_capital: capital } = run;
  if (metrics === null) return '';
  const { final_value: value, contributed, cagr_net_of_tax_pct: own, benchmark } = metrics;
  const began = `${rupees(capital)}${contributed === null ? '' : ` and ${rupees(contributed)} paid in by schedule`}`;
  const became = `${began} became ${rupees(value)} in ${spanInWords(run.from, run.to)}, after costs and tax`;
  if (own === null) return `${became}.`;
  const yearly = `${became}: ${percent(own, { plus: true })} a year`;
  if (benchmark === null || benchmark.cagr_pct === null) return `${yearly}.`;
  return `${yearly}, against ${percent(benchmark.cagr_pct, { plus: true })} of ${benchmark.name}.`;
}

/** The benchmark's figure under the own one. */
export function besideBenchmark(
  benchmark: RunMetrics['benchmark'],
  figure: 'cagr_pct' | 'max_drawdown_pct',
): string | undefined {
  if (benchmark === null) return undefined;
  const value = benchmark[figure];
  if (value === null) return `${benchmark.name} unknown`;
  return `${benchmark.name} ${figure === 'cagr_pct' ? percent(value, { plus: true }) : fall(value)}`;
}

/** A drawdown as a fall: `−18.20%`. */
export const fall = (pct: number): string => percent(0 - pct);

/** `Mar 2020` of 2020-03. */
export const monthText = (month: string): string => day(`${month}-15`).replace(/^\d+ /, '');

/** What stands for a run's progress while it has no figures. */
export function progressText({ status, progress }: Pick<Run, 'status' | 'progress'>): string {
  if (status === 'QUEUED') return 'Waiting to start';
  return `${Math.floor(progress)}% done`;
}

/** Names that differ: runs of the same name get their number. */
export function distinctNames(runs: readonly Pick<Run, 'run_id' | 'name'>[]): string[] {
  const times = new Map<string, number>();
  for (const { name } of runs) times.set(name, (times.get(name) ?? 0) + 1);
  return runs.map(({ run_id, name }) => ((times.get(name) ?? 0) > 1 ? `${name} (${run_id})` : name));
}
