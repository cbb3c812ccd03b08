/** What waits for the person: the few things that only they can do, the most urgent first. */
import type { Dashboard, FinishedImport, PriceRefresh } from '../../api/types.ts';
import { clockTime } from '../../../../../charts/index.ts';

interface Todo {
  /** Names its kind. */
  key: string;
  /** One sentence. */
  text: string;
  action: string;
  /** The page where it is done. */
  to: string;
}

/** Lines that the overview shows. */
export const MOST_TODOS = 3;

interface Sources {
  warnings: Dashboard['warnings'];
  /** Plans that may be approved now. */
  plans: readonly { plan_id: string }[];
  imports: readonly Pick<FinishedImport, 'import_id' | 'undecided'>[];
  /** The last refresh of prices; null before one. */
  refresh: PriceRefresh | null;
}

const PRICES = '/data/quality?show=prices&filter=';

/** Everything that waits, the most urgent first; each thing once. */
export function todosOf({ warnings, plans, imports, refresh }: Sources): Todo[] {
  const warned = (code: Dashboard['warnings'][number]['code']) => warnings.find((one) => one.code === code);
  const todo = (key: string, text: string | undefined, action: string, to: string): Todo[] =>
    text === undefined ? [] : [{ key, text, action, to }];
  const open = imports.filter(({ undecided }) => undecided > 0);
  const rows = open.reduce((sum, { undecided }) => sum + undecided, 0);
  const unpriced = warned('VALUATION_PARTIAL')?.message;
  return [
    ...todo(
      'plans',
      plans.length === 0 ? undefined : `${counted(plans.length, 'order plan')} for your approval.`,
      'Review',
      plans.length === 1 ? `/policies/plans/${plans[0]?.plan_id ?? ''}` : '/policies',
    ),
    ...todo('actions', decision(warned('ACTIONS_UNDECIDED')?.message), 'Decide', '/data/corporate-actions'),
    ...todo('prices', unpriced && firstSentence(unpriced), 'Add prices', `${PRICES}unavailable`),
    ...todo(
      'rows',
      rows === 0 ? undefined : `${counted(rows, 'imported row')} for a correction.`,
      'Correct',
      `/data/import?rows=${open[0]?.import_id ?? ''}`,
    ),
    ...todo('sync', warned('SYNC_FAILED')?.message, 'Connect', '/data/connections'),
    // A holding without any price is told already.
    ...todo('refresh', unpriced === undefined ? failure(refresh) : undefined, 'See why', `${PRICES}failing`),
  ];
}

/** `3 order plans wait`, `1 order plan waits`. */
const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-IN')} ${noun}${count === 1 ? ' waits' : 's wait'}`;

/** The names of the actions without where to decide: the line has its own link. */
const decision = (message: string | undefined): string | undefined =>
  message?.replace(/(?:\. Until then| See Corporate actions).*$/s, '.').replace(/\.\.$/, '.');

const firstSentence = (message: string): string => /^.*?\.(?= [A-Z])/.exec(message)?.[0] ?? message;

function failure(refresh: PriceRefresh | null): string | undefined {
  if (refresh === null) return undefined;
  const failed = refresh.outcomes.filter(({ status }) => status === 'FAILED').length;
  if (failed === 0) return undefined;
  const [noun, shown] = failed === 1 ? ['price', 'its last price is'] : ['prices', 'the last prices are'];
  return `${failed.toLocaleString('en-IN')} ${noun} could not be updated at ${clockTime(Date.parse(refresh.refreshed_at))}, so ${shown} shown.`;
}
