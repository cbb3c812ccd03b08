import { type DashboardView, type FinishedImport, UNPRICED_ADVICE } from '../../portfolio/index.ts';
import type { OpenCounts } from '../../quality/index.ts';
import type { Todo } from './view.ts';

interface Sources {
  warnings: DashboardView['warnings'];
  /** Plans that may be approved now; `total` may be more than the items. */
  plans: { items: readonly { plan_id: string }[]; total: number };
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
export function todosOf({ warnings, plans, imports, open, calendar }: Sources): Todo[] {
  const warned = (code: DashboardView['warnings'][number]['code']) =>
    warnings.find((one) => one.code === code)?.message;
  const todo = (key: Todo['key'], text: string | undefined, action: string, to: string): Todo[] =>
    text === undefined ? [] : [{ key, text, action, to }];
  const rows = imports.reduce((sum, { undecided }) => sum + undecided, 0);
  const unpriced = warned('VALUATION_PARTIAL');
  return [
    ...todo(
      'plans',
      plans.total === 0 ? undefined : `${counted(plans.total, 'order plan')} for your approval.`,
      'Review',
      plans.total === 1 ? `/policies/plans/${plans.items[0]?.plan_id ?? ''}` : '/policies',
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

/** `3 order plans wait`, `1 order plan waits`. */
const counted = (count: number, noun: string): string =>
  `${number(count)} ${noun}${count === 1 ? ' waits' : 's wait'}`;

const number = (count: number): string => count.toLocaleString('en-IN');

/** Names of the actions without the place to decide, since the line has its own link. */
const decision = (message: string | undefined): string | undefined =>
  message?.replace(/(?:\. Until then| See Corporate actions).*$/s, '.').replace(/\.\.$/, '.');
