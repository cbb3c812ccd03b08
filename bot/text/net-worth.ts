import type { FormattedString } from '@grammyjs/parse-mode';
import type { NetWorthView } from '../../core/reports/index.ts';
import { priceAgeSentence } from '../../charts/figure-limits.ts';
import { bold, lines } from './lines.ts';
import { because, money } from './numbers.ts';

const MOST_ROWS = 10;

/** Assets, debts and what is left, then what each of them is made of. */
export function netWorthText(view: NetWorthView): FormattedString {
  const { currency, accounts, debts } = view;
  const held = accounts.filter(({ holdings_count }) => holdings_count > 0);
  return lines(
    bold('Net worth'),
    money(view.net_worth, currency, because(view.net_worth_reason)),
    `Assets ${money(view.assets, currency, because(view.assets_reason))}`,
    view.assets === null || view.assets_reason === null ? null : view.assets_reason,
    debts.length === 0
      ? 'No debts on record'
      : `Debts ${money(view.liabilities, currency, because(view.liabilities_reason))}`,
    priceAgeSentence(view.freshness),
    view.is_estimated ? 'Amounts in other currencies are converted at the latest rates.' : null,
    ...(held.length > 1
      ? [
          '',
          bold('Portfolios'),
          ...held
            .slice(0, MOST_ROWS)
            .map((one) => `${one.portfolio}: ${money(one.assets, currency, because(one.reason))}`),
          more(held.length),
        ]
      : []),
    ...(debts.length > 0
      ? [
          '',
          bold('Debts'),
          ...debts.slice(0, MOST_ROWS).map((one) => `${one.name}: ${money(one.balance, one.currency)}`),
          more(debts.length),
        ]
      : []),
  );
}

const more = (all: number): string | null => (all > MOST_ROWS ? `and ${all - MOST_ROWS} more` : null);
