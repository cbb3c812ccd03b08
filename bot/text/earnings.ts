import { AFTER_TAX, AT_LATEST_RATES } from '../../charts/basis-words.ts';
import { coverageText } from '../../charts/coverage-text.ts';
import type { DashboardView } from '../../core/portfolio/index.ts';
import { because, change, count, money, unknown } from './numbers.ts';
import { day } from './times.ts';

/** All that was made, and what of it is realised. */
export function madeSoFar(view: DashboardView): string | null {
  const { earnings, base_currency } = view;
  const realised = earningsLine(view);
  if (realised === null) return null;
  const part = earnings.coverage === null ? '' : `, ${coverageText(earnings.coverage)}`;
  const made =
    earnings.made === null
      ? `Total ${unknown(because(earnings.made_reason))}`
      : `${change(earnings.made, base_currency)} in all, after charges${part}`;
  return `${made}\n${realised}`;
}

export function earningsLine({ earnings, base_currency }: DashboardView): string | null {
  if (earnings.transactions_count === 0) return null;
  const reason = because(earnings.reason);
  const unmatched = earnings.unmatched_symbols.length;
  return [
    `Realised gain ${change(earnings.realised_gain, base_currency, reason)}, dividends ${AFTER_TAX} ${money(earnings.dividends, base_currency, reason)}, charges ${money(earnings.fees, base_currency, reason)}, all ${AT_LATEST_RATES}`,
    `${count(earnings.transactions_count, 'transaction')}${earnings.first_date === null ? '' : ` since ${day(earnings.first_date)}`}`,
    unmatched === 0 ? null : `Sold without a purchase: ${firstOf(earnings.unmatched_symbols)}`,
    earnings.unknown_cost_symbols.length === 0
      ? null
      : `Excluded from the realised gain, cost or sale unknown: ${firstOf(earnings.unknown_cost_symbols)}`,
  ]
    .filter((part) => part !== null)
    .join('\n');
}

/** The first few symbols and how many more there are. */
function firstOf(symbols: readonly string[]): string {
  const more = symbols.length - 5;
  return `${symbols.slice(0, 5).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
