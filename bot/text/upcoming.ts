import type { FormattedString } from '@grammyjs/parse-mode';
import type { UpcomingRow, UpcomingType } from '../../core/reports/index.ts';
import { bold, lines } from './lines.ts';
import { count, money } from './numbers.ts';
import { day } from './times.ts';

const NAMES: Readonly<Record<UpcomingType, string>> = {
  DIVIDEND: 'Dividend',
  DISTRIBUTION: 'Distribution',
  COUPON: 'Coupon',
  PRINCIPAL: 'Matures',
  SIP: 'SIP',
  GOAL: 'Goal',
};

/** What lies ahead, by date. */
export function upcomingText(
  items: readonly UpcomingRow[],
  { from, total, days, mark }: { from: number; total: number; days: number; mark: string | null },
): FormattedString {
  const title = bold(`The next ${count(days, 'day')}`);
  if (total === 0) return lines(title, 'Nothing is due.');
  return lines(
    title,
    ...items.map(
      ({ date, type, symbol, name, amount, currency }) =>
        `${day(date)} · ${NAMES[type]} ${symbol ?? name}${amount === null ? '' : ` ${money(amount, currency)}`}`,
    ),
    total > items.length ? `${from + 1} to ${from + items.length} of ${total}` : null,
    mark,
  );
}
