import { type DashboardView, type FinishedImport, UNPRICED_ADVICE } from '../../portfolio/index.ts';
import type { OpenCounts } from '../../quality/index.ts';
import type { Todo } from './view.ts';

/** Orders that wait for the person, and the plans that have them. */
interface WaitingOrders {
  total: number;
  plan_ids: readonly string[];
}

export interface TradingTasks {
  /** Plans that may be approved now; `total` may be more than the items. */
  plans: { items: readonly { plan_id: string }[]; total: number };
  /** Approved orders that were not sent because something changed since. */
  held: WaitingOrders;
  /** Orders that the broker's book does not show. */
  absent: WaitingOrders;
  /** Open differences between the books and the broker. */
  differences: number;
  /** Why accounts with orders under way cannot be read, a sentence each. */
  unread: readonly string[];
}

interface Sources {
  warnings: DashboardView['warnings'];
  trading: TradingTasks;
  /** Imports with rows to correct, the newest first. */
  imports: readonly Pick<FinishedImport, 'import_id' | 'undecided'>[];
  open: OpenCounts;
  /** The end of an exchange's known days, for the owner of the installation; null for none. */
  calendar: string | null;
}

/** Counts of the records that are a task: one and several in words, the button, and the list of Data quality. */
const COUNTED: readonly [
  key: Todo['key'],
  of: keyof OpenCounts,
  one: string,
  many: string,
  action: string,
  list: string,
][] = [
  [
    'audit',
    'differences',
    'pair of figures differs that should agree.',
    'pairs of figures differ that should agree.',
    'Compare',
    'audit',
  ],
  [
    'unmatched',
    'unmatched_symbols',
    'symbol was sold without a purchase.',
    'symbols were sold without a purchase.',
    'Add the purchase',
    'unmatched',
  ],
  [
    'excluded',
    'excluded',
    'transaction is excluded from all figures.',
    'transactions are excluded from all figures.',
    'See why',
    'left-out',
  ],
  [
    'failing',
    'kept_prices',
    'price could not be updated, so its last price is shown.',
    'prices could not be updated, so their last prices are shown.',
    'See why',
    'prices&filter=failing',
  ],
  [
    'fund_values',
    'refused_values',
    'fund value is too far from the last one and waits for your decision.',
    'fund values are too far from the last ones and wait for your decision.',
    'Decide',
    'fund-values',
  ],
  [
    'instruments',
    'instruments',
    'instrument needs a check.',
    'instruments need a check.',
    'Check',
    'instruments',
  ],
];

/** All tasks that only the person can do, most urgent first, each once. Pure. */
export function todosOf({ warnings, trading, imports, open, calendar }: Sources): Todo[] {
  const warned = (code: DashboardView['warnings'][number]['code']) =>
    warnings.find((one) => one.code === code)?.message;
  const todo = (key: Todo['key'], text: string | undefined, action: string, to: string): Todo[] =>
    text === undefined ? [] : [{ key, text, action, to }];
  const rows = imports.reduce((sum, { undecided }) => sum + undecided, 0);
  const unpriced = warned('VALUATION_PARTIAL');
  const { plans, held, absent, differences, unread } = trading;
  return [
    ...todo(
      'trading_login',
      unread.length === 0
        ? undefined
        : `Your orders at the broker cannot be read, so nothing is sent: ${unread.join(' ')}`,
      'Connect',
      '/data/connections',
    ),
    ...todo(
      'held_orders',
      held.total === 0
        ? undefined
        : `${number(held.total)} approved ${held.total === 1 ? 'order was not sent and waits' : 'orders were not sent and wait'} for your decision.`,
      'Decide',
      planOf(held.plan_ids),
    ),
    ...todo(
      'plans',
      plans.total === 0 ? undefined : `${counted(plans.total, 'order plan')} for your approval.`,
      'Review',
      plans.total === 1 ? planOf(plans.items.map(({ plan_id }) => plan_id)) : '/policies',
    ),
    ...todo(
      'absent_orders',
      absent.total === 0
        ? undefined
        : `${number(absent.total)} ${absent.total === 1 ? 'order was' : 'orders were'} sent and not found at the broker: say what happened.`,
      'Settle',
      planOf(absent.plan_ids),
    ),
    ...todo(
      'broker_differences',
      differences === 0
        ? undefined
        : `${number(differences)} ${differences === 1 ? 'difference' : 'differences'} between your books and the broker: nothing is planned in that account until you settle ${differences === 1 ? 'it' : 'them'}.`,
      'Settle',
      '/policies',
    ),
    ...todo('actions', decision(warned('ACTIONS_UNDECIDED')), 'Decide', '/data/corporate-actions'),
    ...todo('broker_changes', decision(warned('BROKER_CHANGES_UNDECIDED')), 'Decide', '/data/broker-changes'),
    ...todo(
      'prices',
      unpriced?.replace(UNPRICED_ADVICE, ''),
      'Add prices',
      '/data/quality?show=prices&filter=unavailable',
    ),
    ...todo(
      'rows',
      rows === 0 ? undefined : `${counted(rows, 'imported row')} for a correction.`,
      'Correct',
      `/data/import?rows=${imports[0]?.import_id ?? ''}`,
    ),
    ...todo('trade_names', warned('TRADES_UNASSIGNED'), 'Decide', '/data/import'),
    ...todo('sync', warned('SYNC_FAILED'), 'Connect', '/data/connections'),
    ...COUNTED.flatMap(([key, of, one, many, action, list]) =>
      todo(
        key,
        open[of] === 0 ? undefined : `${number(open[of])} ${open[of] === 1 ? one : many}`,
        action,
        `/data/quality?show=${list}`,
      ),
    ),
    ...todo('calendar', calendar ?? undefined, 'See calendars', '/settings'),
  ];
}

/** The page of a plan, or of all where there are several. */
const planOf = (ids: readonly string[]): string =>
  ids.length === 1 ? `/policies/plans/${ids[0] ?? ''}` : '/policies';

/** `3 order plans wait`, `1 order plan waits`. */
const counted = (count: number, noun: string): string =>
  `${number(count)} ${noun}${count === 1 ? ' waits' : 's wait'}`;

const number = (count: number): string => count.toLocaleString('en-IN');

/** Names of the actions without the place to decide, since the line has its own link. */
const decision = (message: string | undefined): string | undefined =>
  message?.replace(/(?:\. Until then| See Corporate actions).*$/s, '.').replace(/\.\.$/, '.');
