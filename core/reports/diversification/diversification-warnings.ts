import type { ReportWarning } from '../warning.ts';
import { type DiversificationView, UNCLASSIFIED } from './view.ts';

/** Shares in percentage points from which one bet decides the whole. */
const LARGE_HOLDING_PCT = 25;
const LARGE_SECTOR_PCT = 40;
/** From here on competition authorities call a market highly concentrated. */
const HIGH_HERFINDAHL = 0.25;

/** Where the money lies in few places, and what the shares leave out. */
export function diversificationWarnings(view: Omit<DiversificationView, 'warnings'>): ReportWarning[] {
  const warnings: ReportWarning[] = [];
  const warn = (code: string, names: readonly string[], message: string) => {
    if (names.length > 0) warnings.push({ code, message, count: names.length });
  };
  const large = view.holdings.filter(({ share_pct }) => (share_pct ?? 0) > LARGE_HOLDING_PCT);
  warn(
    'LARGE_HOLDING',
    large.map(({ symbol }) => symbol),
    `${named(large.map(({ symbol, share_pct }) => [symbol, share_pct ?? 0]))}: more than ${LARGE_HOLDING_PCT} % in one holding.`,
  );
  const sectors = view.sector.filter(
    ({ label, share_pct }) => label !== UNCLASSIFIED && share_pct > LARGE_SECTOR_PCT,
  );
  warn(
    'LARGE_SECTOR',
    sectors.map(({ label }) => label),
    `${named(sectors.map(({ label, share_pct }) => [label, share_pct]))}: more than ${LARGE_SECTOR_PCT} % in one sector.`,
  );
  if (view.herfindahl !== null && view.herfindahl > HIGH_HERFINDAHL)
    warnings.push({
      code: 'CONCENTRATED',
      message: `The Herfindahl index is ${view.herfindahl.toFixed(2)}, as concentrated as ${(1 / view.herfindahl).toFixed(1)} holdings of equal size.`,
      count: 1,
    });
  const unvalued = view.holdings.filter(({ reason }) => reason !== null).map(({ symbol }) => symbol);
  warn(
    'VALUATION_PARTIAL',
    unvalued,
    `Shares exclude ${list(unvalued)}, without a price or an exchange rate. Edit the holding to enter a price.`,
  );
  const bare = view.holdings.filter(({ sector, value }) => sector === null && value !== null);
  warn(
    'SECTOR_UNKNOWN',
    bare.map(({ symbol }) => symbol),
    `The sector of ${list(bare.map(({ symbol }) => symbol))} is unknown (see ${UNCLASSIFIED}). Import the instrument lists (npm run import-instruments), wait for the daily update, or edit a holding to enter its sector.`,
  );
  warn(
    'FX_ESTIMATED',
    view.fx_rates.map(({ from }) => from),
    `Amounts in ${view.fx_rates.map(({ from }) => from).join(', ')} are converted to ${view.currency} at one rate, so shares are estimates.`,
  );
  return warnings;
}

const MOST_NAMED = 3;

function named(parts: readonly (readonly [string, number])[]): string {
  return list(parts.map(([label, share]) => `${label} ${share.toFixed(1)} %`));
}

function list(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED).join(', ');
  return names.length > MOST_NAMED ? `${shown} and ${names.length - MOST_NAMED} more` : shown;
}
