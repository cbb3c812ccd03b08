import { decimal, istInstant } from '../../../platform/index.ts';
import type { Observation } from '../../port/index.ts';
import type { ListedAction } from './listed-actions.ts';

/** New shares for old ones from an ex-date on. */
export interface ShareChange {
  ex_date: string;
  kind: 'SPLIT' | 'BONUS';
  new_shares: string;
  old_shares: string;
}

/** The splits, consolidations and bonuses of a list, oldest first; each once. */
export function shareChanges(rows: readonly ListedAction[]): ShareChange[] {
  const found = new Map<string, ShareChange>();
  for (const { ex_date, actions } of rows)
    for (const { kind, new_shares, old_shares } of actions) {
      if (new_shares === null || old_shares === null) continue;
      const change: ShareChange = {
        ex_date,
        kind: kind === 'BONUS' ? 'BONUS' : 'SPLIT',
        new_shares,
        old_shares,
      };
      found.set([ex_date, change.kind, decimal(new_shares).div(old_shares).toFixed(10)].join(' '), change);
    }
  return [...found.values()].toSorted((one, other) => (one.ex_date < other.ex_date ? -1 : 1));
}

/**
 * The rows as figures: dividends of one ex-date added up (two in one announcement, or in two rows, are one payment), a
 * split and a bonus each as new shares for one old share, and what the exchange does not explain as an event without a
 * figure. Where nobody says when it was announced, the opening of its ex-date is the last moment at which it can have been.
 */
export function actionObservations(rows: readonly ListedAction[], as_of: string): Observation[] {
  const days = new Map<string, ListedAction[]>();
  for (const row of rows) days.set(row.ex_date, [...(days.get(row.ex_date) ?? []), row]);
  const changes = shareChanges(rows);
  return [...days].flatMap(([day, listed]) => {
    // What goes ex together is known when the last of its announcements is out.
    const moments = listed.map(({ announced_at }) => announced_at?.getTime() ?? null);
    const known = moments.includes(null) ? null : Math.max(...moments.filter((one) => one !== null));
    const published = known === null ? atOpen(day, as_of) : new Date(known);
    const basis = changes.findLast(({ ex_date }) => ex_date <= day)?.ex_date ?? null;
    const base = {
      scope: 'company',
      scope_detail: null,
      start: null,
      end: day,
      value_high: null,
      decimals: null,
      published_at: published?.toISOString() ?? null,
      filing: null,
      locator: listed.map(({ words }) => (words === '' ? 'no words' : words)).join(' | '),
      share_basis: basis,
    } as const;
    return figuresOf(listed).map((figure) => ({ ...base, ...figure }));
  });
}

/** The opening of an ex-date; null where that is still to come. */
function atOpen(day: string, as_of: string): Date | null {
  const open = istInstant(day, '09:15');
  return open.toISOString() <= as_of ? open : null;
}

type Figure = Pick<Observation, 'metric' | 'unit' | 'value' | 'reason'>;

function figuresOf(listed: readonly ListedAction[]): Figure[] {
  const actions = listed.flatMap((row) => row.actions);
  const dividends = actions.filter(({ kind }) => kind === 'DIVIDEND' || kind === 'DISTRIBUTION');
  const figures: Figure[] = [];
  if (dividends.length > 0) {
    const amounts = dividends.map(({ amount }) => amount);
    const isRead = amounts.every((amount) => amount !== null);
    figures.push({
      metric: 'dividend_per_share',
      unit: 'INR/share',
      value: isRead ? amounts.reduce((sum, amount) => sum.plus(amount), decimal('0')).toFixed() : null,
      reason: isRead ? null : 'The exchange lists a dividend without a readable amount.',
    });
  }
  for (const { kind, new_shares, old_shares } of actions) {
    if (new_shares === null || old_shares === null) continue;
    const metric = kind === 'BONUS' ? 'bonus_ratio' : 'split_ratio';
    const value = decimal(new_shares).div(old_shares).toFixed();
    if (!figures.some((one) => one.metric === metric && one.value === value))
      figures.push({ metric, unit: 'ratio', value, reason: null });
  }
  const named = actions.filter(
    ({ kind, status, new_shares, amount }) =>
      status === 'READ' && new_shares === null && amount === null && kind !== 'MEETING',
  );
  const others = named.filter(({ kind }) => kind !== 'DIVIDEND' && kind !== 'DISTRIBUTION');
  if (others.length > 0) figures.push({ metric: 'corporate_event', unit: 'count', value: '1', reason: null });
  else if (actions.some(({ status }) => status === 'UNREADABLE'))
    figures.push({
      metric: 'corporate_event',
      unit: 'count',
      value: null,
      reason: 'The exchange lists an action on this day without saying what it is.',
    });
  return figures;
}
