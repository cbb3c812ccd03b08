/** The coverage of partial figures as text, for chat, reports and dashboard. Browser-safe. */
import type { Coverage } from '../core/portfolio/index.ts';
import { percent } from './format.ts';

/** `28 of 33 holdings, 94.0% of value`; without the share where an excluded holding has no value. */
export function coverageText({ holdings_counted, holdings_total, value_share_pct }: Coverage): string {
  const all = holdings_total.toLocaleString('en-IN');
  const holdings = `${holdings_counted.toLocaleString('en-IN')} of ${all} ${holdings_total === 1 ? 'holding' : 'holdings'}`;
  return value_share_pct === null
    ? holdings
    : `${holdings}, ${percent(value_share_pct, { digits: 1 })} of value`;
}

/** Holdings that figures exclude for the same reason. */
interface Exclusion {
  /** The figures, by the names that people read. */
  figures: string[];
  /** `GOLD, SGB and 3 more`. */
  symbols: string;
  reason: string;
  mend: string;
}

const MOST_NAMED = 5;

/** The holdings that figures exclude, grouped by figures and reason. */
export function exclusionsOf(
  parts: readonly (readonly [figure: string, part: Coverage | null | undefined])[],
): Exclusion[] {
  const found = new Map<string, { of: Coverage['missing'][number]; figures: Set<string> }>();
  for (const [figure, part] of parts) {
    for (const of of part?.missing ?? []) {
      const key = `${of.code} ${of.portfolio} ${of.symbol}`;
      const known = found.get(key);
      if (known === undefined) found.set(key, { of, figures: new Set([figure]) });
      else known.figures.add(figure);
    }
  }
  const groups = new Map<string, Exclusion & { named: string[] }>();
  for (const { of, figures } of found.values()) {
    const names = [...figures];
    const key = `${of.reason} ${of.mend} ${names.join()}`;
    const known = groups.get(key);
    if (known === undefined)
      groups.set(key, { figures: names, symbols: '', named: [of.symbol], reason: of.reason, mend: of.mend });
    else known.named.push(of.symbol);
  }
  return Array.from(groups.values(), ({ named: symbols, ...group }) => ({
    ...group,
    symbols: named(symbols),
  }));
}

/** `Excluded from Gain and Today: GOLD. No price is known. Refresh prices.` */
export function exclusionText({ figures, symbols, reason, mend }: Exclusion): string {
  return `Excluded from ${joined(figures)}: ${symbols}. ${reason} ${mend}`;
}

/** The same without the names of the figures. */
export function uncountedText({ symbols, reason, mend }: Exclusion): string {
  return `Excluded: ${symbols}. ${reason} ${mend}`;
}

function named(symbols: readonly string[]): string {
  const unique = [...new Set(symbols)];
  const shown = unique.slice(0, MOST_NAMED);
  const more = unique.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : joined(shown);
}

const joined = (words: readonly string[]): string => words.join(', ').replace(/, ([^,]*)$/, ' and $1');
