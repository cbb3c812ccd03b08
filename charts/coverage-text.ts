/** The coverage of partial figures as text, for chat, reports and dashboard. Browser-safe. */
import type { Coverage } from '../core/portfolio/index.ts';
import { day, percent } from './format.ts';

/** Coverage as figures of today have it, or as a line of days has it, with its least share. */
type AnyCoverage = Coverage & { least_share_pct?: number | null; least_share_on?: string | null };

/** Less than everything is never rounded up to it. */
const share = (pct: number): string => percent(pct < 100 ? Math.min(pct, 99.9) : pct, { digits: 1 });

/**
 * `covers 97.0% of value; excluded: GOLD and SGB`; by the number of holdings if an excluded one has no value. One whose price is
 * of another day has that day behind it: `TCS (Fri 27 Nov)`. For a series,
 * holdings that only earlier days exclude are named apart. Every partial figure has this text.
 */
export function coverageText(of: AnyCoverage): string {
  const { holdings_counted, holdings_total, value_share_pct, least_share_pct, least_share_on } = of;
  const covered = coveredPart(of);
  const isLess = (least_share_pct ?? 100) < (value_share_pct ?? 100) - 0.05;
  const least = isLess && least_share_on ? ` (${share(least_share_pct ?? 0)} on ${day(least_share_on)})` : '';
  const names = of.missing.map(({ symbol, price_day_label }) =>
    price_day_label === null ? symbol : `${symbol} (${price_day_label})`,
  );
  // Holdings that the end of a series excludes come first.
  const atEnd = least_share_on === undefined ? of.missing_count : holdings_total - holdings_counted;
  const earlier = of.missing_count - atEnd;
  const excluded = atEnd > 0 ? `; excluded: ${named(names.slice(0, atEnd), atEnd)}` : '';
  if (earlier <= 0) return `${covered}${least}${excluded}`;
  return `${covered}${least}${excluded}; excluded on some days: ${named(names.slice(atEnd), earlier, FEW_NAMED)}`;
}

/** `covers 97.0% of value`, where the excluded holdings are named elsewhere on the page. */
export function coveredPart({ holdings_counted, holdings_total, value_share_pct }: AnyCoverage): string {
  if (value_share_pct !== null) return `covers ${share(value_share_pct)} of value`;
  const all = holdings_total.toLocaleString('en-IN');
  return `covers ${holdings_counted.toLocaleString('en-IN')} of ${all} ${holdings_total === 1 ? 'holding' : 'holdings'}`;
}

/** The whole coverage as a sentence. */
export const coverageSentence = (of: AnyCoverage): string => asSentence(coverageText(of));

/** With a capital and a full stop. */
export const asSentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

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
/** Most names of holdings that only earlier days exclude. */
const FEW_NAMED = 2;

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

function named(symbols: readonly string[], count = 0, most = MOST_NAMED): string {
  const unique = [...new Set(symbols)];
  const shown = unique.slice(0, most);
  const more = Math.max(unique.length, count - (symbols.length - unique.length)) - shown.length;
  if (shown.length === 0) return `${more} ${more === 1 ? 'holding' : 'holdings'}`;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : joined(shown);
}

const joined = (words: readonly string[]): string => words.join(', ').replace(/, ([^,]*)$/, ' and $1');
