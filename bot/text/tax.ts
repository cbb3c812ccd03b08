import type { FormattedString } from '@grammyjs/parse-mode';
import type { TaxAlternative, TaxReportView, TermTotals } from '../../core/reports/index.ts';
import { AT_DAILY_RATES, BEFORE_TAX } from '../../charts/basis-words.ts';
import { bold, lines } from './lines.ts';
import { because, change, count, money } from './numbers.ts';
import { day } from './times.ts';

const MOST_RULES = 8;

/** Gains by term, dividends, what each rule would tax, and what is left out. */
export function taxText(view: TaxReportView): FormattedString {
  const { currency, dividends, alternatives } = view;
  const rules = alternatives.filter(({ lots }) => lots > 0);
  const isPartial = view.short_term.left_out !== null || view.long_term.left_out !== null;
  return lines(
    bold(`Tax ${view.fy}: ${view.portfolio}`),
    `Sales from ${day(view.from)} to ${day(view.as_of)}, ${AT_DAILY_RATES}`,
    termLine('Short-term', view.short_term, currency),
    termLine('Long-term', view.long_term, currency),
    view.counts.intraday_lots === 0
      ? null
      : `${termLine('Intraday', view.intraday, currency)}: speculative business, not a capital gain`,
    view.intraday_first ? null : 'Intraday matching is off: all sales are first in, first out.',
    `Dividends ${BEFORE_TAX} ${money(dividends.gross, currency, because(dividends.reason))}`,
    dividends.withheld === null || dividends.withheld === 0
      ? null
      : `Tax withheld from them ${money(dividends.withheld, currency)}`,
    view.counts.unmatched_sells === 0
      ? null
      : `${count(view.counts.unmatched_sells, 'sale')} without a known purchase`,
    undecided(view),
    ...(rules.length === 0
      ? []
      : [
          '',
          bold(isPartial ? 'Estimated tax of the sales with a known cost' : 'Estimated tax'),
          ...rules.slice(0, MOST_RULES).flatMap((rule) => ruleLines(rule)),
        ]),
    rules.length > MOST_RULES ? `and ${rules.length - MOST_RULES} more rules on the dashboard` : null,
    '',
    view.disclaimer,
  );
}

/** Why sums of the year may still change. */
const undecided = ({ notes }: TaxReportView): string | null =>
  notes.find(({ code }) => code === 'ACTIONS_UNDECIDED')?.text ?? null;

function termLine(name: string, totals: TermTotals, currency: string): string {
  const { gain, lots, left_out, reason } = totals;
  const part = left_out === null ? '' : `, ${excluded(left_out, currency)}`;
  if (lots === 0) return left_out === null ? `${name}: no sales` : `${name} gain unknown${part}`;
  return `${name} gain ${change(gain, currency, because(reason))}, ${count(lots, 'lot')}${part}`;
}

/** "partial: excludes 20 units sold for ₹2,960.00, whose gain is unknown". */
function excluded({ units, proceeds }: NonNullable<TermTotals['left_out']>, currency: string): string {
  const amount = units.toLocaleString('en-IN', { maximumFractionDigits: 4 });
  const sold = proceeds === null ? '' : ` sold for ${money(proceeds, currency)}`;
  return `partial: excludes ${amount} ${units === 1 ? 'unit' : 'units'}${sold}, whose gain is unknown`;
}

function ruleLines(rule: TaxAlternative): (string | null)[] {
  const { currency, exemption_used: free, rate_pct: rate } = rule;
  const at = rate === null ? '' : ` at ${rate}%`;
  return [
    rule.partial === null
      ? `${rule.label}: gain ${change(rule.gain, currency, because(rule.reason))}`
      : `${rule.label}: gain ${change(rule.partial.figure, currency)}, partial: ${rule.partial.lots_counted} of ${count(rule.partial.lots_total, 'lot')}. ${rule.reason ?? ''}`,
    rule.tax === null
      ? rule.gain === null
        ? null
        : rule.reason
      : `  tax${at} ${money(rule.tax, currency)}${free === null || free === 0 ? '' : `, after ${money(free, currency)} free`}`,
  ];
}
