import { dayInWords } from '../../platform/index.ts';
import type { Held } from '../held.ts';
import type { ReportWarning } from '../warning.ts';
import type { ExposedStock, FundSnapshot, HeldFund, OverlapWarning, OverlapWarningCode } from './view.ts';

/** Less than this of a fund on record: most of the rest may be shares as well. */
const LEAST_TOLD_PCT = 90;
const NAMED = 3;

/** What to know about a look-through before trusting it; overlaps first, the largest first. */
export function warningsOf(of: {
  stocks: readonly ExposedStock[];
  funds: readonly HeldFund[];
  snapshots: readonly FundSnapshot[];
  missingPct: number | null;
  thresholdPct: number;
  staleDays: number;
  unvalued: readonly Held[];
  oldPrices: readonly ReportWarning[];
  converted: readonly string[];
  currency: string;
}): OverlapWarning[] {
  const warnings: OverlapWarning[] = [];
  const warn = (
    code: OverlapWarningCode,
    message: string,
    about: { stock?: string; fund?: string } = {},
  ): void =>
    void warnings.push({
      code,
      message,
      stock_symbol: about.stock ?? null,
      fund_symbol: about.fund ?? null,
    });
  for (const stock of of.stocks) {
    const funds = stock.sources.filter(({ kind }) => kind === 'FUND').map(({ symbol }) => symbol);
    if (!stock.is_above_threshold || funds.length === 0) continue;
    const direct = stock.sources.length > funds.length;
    warn(
      stock.is_overlap ? 'OVERLAP_ABOVE_THRESHOLD' : 'EXPOSURE_ABOVE_THRESHOLD',
      `${stock.stock_symbol} is ${points(stock.effective_weight_pct)} of the portfolio: ${direct ? 'held directly and inside' : 'inside'} ${list(funds)}. Your warning level is ${points(of.thresholdPct)}.`,
      { stock: stock.stock_symbol },
    );
  }
  const missing = of.funds.filter(({ is_covered }) => !is_covered).map(({ symbol }) => symbol);
  if (missing.length > 0)
    warn(
      'FUND_HOLDINGS_MISSING',
      `The holdings of ${list(missing)} are not recorded${of.missingPct === null ? '' : ` (${points(of.missingPct)} of the portfolio)`}, so the overlap is unknown, not zero. Enter the holdings of ${missing.length === 1 ? 'this fund' : 'these funds'}.`,
    );
  for (const { fund_symbol, as_of, age_days, is_stale, weight_sum_pct } of of.snapshots) {
    if (is_stale)
      warn(
        'FUND_HOLDINGS_STALE',
        `The holdings of ${fund_symbol} are from ${dayInWords(as_of)}, ${age_days} days ago, and count as old after ${of.staleDays} days. Enter newer holdings.`,
        { fund: fund_symbol },
      );
    if (weight_sum_pct > 0 && weight_sum_pct < LEAST_TOLD_PCT)
      warn(
        'FUND_HOLDINGS_INCOMPLETE',
        `Only ${points(weight_sum_pct)} of ${fund_symbol} is entered. The rest of its holdings is unknown.`,
        { fund: fund_symbol },
      );
  }
  if (of.unvalued.length > 0)
    warn(
      'VALUATION_PARTIAL',
      `${list(of.unvalued.map(({ symbol }) => symbol))} ${of.unvalued.length === 1 ? 'has no value and is' : 'have no value and are'} excluded from the weights. ${of.unvalued[0]?.reason ?? ''}`.trim(),
    );
  for (const { message } of of.oldPrices) warn('OLD_PRICES', message);
  if (of.converted.length > 0)
    warn(
      'FX_ESTIMATED',
      `Amounts in ${of.converted.join(', ')} are converted to ${of.currency} at the latest rate, so weights are estimates.`,
    );
  return warnings;
}

const points = (value: number | null): string =>
  value === null ? 'an unknown part' : `${Number(value.toFixed(2))}%`;

/** `A, B, C and 4 more` */
function list(names: readonly string[]): string {
  const shown = names.slice(0, NAMED).join(', ');
  return names.length > NAMED ? `${shown} and ${names.length - NAMED} more` : shown;
}
