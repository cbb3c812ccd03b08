import type { DashboardView, FinishedImport } from '../../portfolio/index.ts';
import type { Todo } from './view.ts';

interface Sources {
  warnings: DashboardView['warnings'];
  /** Plans that may be approved now; `total` may be more than the items. */
  plans: { items: readonly { plan_id: string }[]; total: number };
  /** Newest first. */
  imports: readonly Pick<FinishedImport, 'import_id' | 'undecided'>[];
}

/** All tasks that only the person can do, most urgent first, each once. Pure. */
export function todosOf({ warnings, plans, imports }: Sources): Todo[] {
  const warned = (code: DashboardView['warnings'][number]['code']) =>
    warnings.find((one) => one.code === code)?.message;
  const todo = (key: Todo['key'], text: string | undefined, action: string, to: string): Todo[] =>
    text === undefined ? [] : [{ key, text, action, to }];
  const open = imports.filter(({ undecided }) => undecided > 0);
  const rows = open.reduce((sum, { undecided }) => sum + undecided, 0);
  const unpriced = warned('VALUATION_PARTIAL');
  return [
    ...todo(
      'plans',
      plans.total === 0 ? undefined : `${counted(plans.total, 'order plan')} for your approval.`,
      'Review',
      plans.total === 1 ? `/policies/plans/${plans.items[0]?.plan_id ?? ''}` : '/policies',
    ),
    ...todo('actions', decision(warned('ACTIONS_UNDECIDED')), 'Decide', '/data/corporate-actions'),
    ...todo(
      'prices',
      unpriced && firstSentence(unpriced),
      'Add prices',
      '/data/quality?show=prices&filter=unavailable',
    ),
    ...todo(
      'rows',
      rows === 0 ? undefined : `${counted(rows, 'imported row')} for a correction.`,
      'Correct',
      `/data/import?rows=${open[0]?.import_id ?? ''}`,
    ),
    ...todo('sync', warned('SYNC_FAILED'), 'Connect', '/data/connections'),
  ];
}

/** `3 order plans wait`, `1 order plan waits`. */
const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-IN')} ${noun}${count === 1 ? ' waits' : 's wait'}`;

/** Names of the actions without the place to decide, since the line has its own link. */
const decision = (message: string | undefined): string | undefined =>
  message?.replace(/(?:\. Until then| See Corporate actions).*$/s, '.').replace(/\.\.$/, '.');

const firstSentence = (message: string): string => /^.*?\.(?= [A-Z])/.exec(message)?.[0] ?? message;
