import type { FormattedString } from '@grammyjs/parse-mode';
import type { TransactionView } from '../../core/portfolio/index.ts';
import { bold, lines } from './lines.ts';
import { money, quantity } from './numbers.ts';
import { day } from './times.ts';

/** `5 Jan 2024 · BUY 10 TCS at ₹3,200.00` */
export const transactionLine = ({
  date,
  type,
  symbol,
  quantity: units,
  price,
  currency,
  merger_action_id,
}: TransactionView): string =>
  `${day(date)} · ${type} ${quantity(units)} ${symbol}${price === null ? '' : ` at ${money(price, currency)}`}${merger_action_id === null ? '' : ', merger of schemes: nothing sold'}`;

export const noTransactions = (of: string | null): FormattedString =>
  lines(
    bold(of === null ? 'No transactions yet' : `No transactions of ${of}`),
    of === null ? 'Drop a tradebook here as a CSV file, or record one with /add_transaction.' : null,
  );

export function transactionsText(
  items: readonly TransactionView[],
  { of, from, total }: { of: string | null; from: number; total: number },
): FormattedString {
  return lines(
    bold(of === null ? 'Transactions' : `Transactions: ${of}`),
    ...items.map(transactionLine),
    total > items.length ? `${from + 1} to ${from + items.length} of ${total}` : null,
  );
}

/** What came on record last, and where to take it back where that is not here. */
export const undoText = (last: TransactionView, isHere: boolean): FormattedString =>
  lines(
    bold('Recorded last'),
    transactionLine(last),
    `In ${last.portfolio}`,
    isHere ? null : 'It came from a broker or a corporate action. Take it back on the dashboard.',
  );
