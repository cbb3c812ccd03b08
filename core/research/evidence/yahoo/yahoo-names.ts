import type { ResearchSubject } from '../../port/index.ts';

/** A name under which Yahoo may list a share, and whether that is certain. */
export interface YahooName {
  symbol: string;
  /** False where it is a guess that the answer has to confirm. */
  isCertain: boolean;
}

const SUFFIXED = /\.(NS|BO)$/;
const AMERICAN = /\.(US|N|O)$/;

/**
 * What Yahoo may call a share, in the order to try. An exchange that nobody knows is never taken for a foreign one: the
 * suffix of the ticker tells it, then the country of the ISIN; with neither, NSE, BSE and the bare name are probed, and what
 * is found decides (research/Evidence acquisition rules 1).
 */
export function yahooNames({
  symbol,
  exchange,
  isin,
}: Pick<ResearchSubject, 'symbol' | 'exchange' | 'isin'>): YahooName[] {
  const ticker = symbol.trim().toUpperCase();
  const certain = (...names: string[]): YahooName[] =>
    names.map((name) => ({ symbol: name, isCertain: true }));
  if (SUFFIXED.test(ticker)) return certain(ticker);
  const bare = ticker.replace(AMERICAN, '').replace('.', '-');
  const indian = [`${ticker}.NS`, `${ticker}.BO`];
  if (exchange === 'NSE') return certain(...indian);
  if (exchange === 'BSE') return certain(...indian.toReversed());
  if (exchange !== null) return certain(bare);
  if (AMERICAN.test(ticker)) return certain(bare);
  if (isin !== null) return certain(...(isin.startsWith('IN') ? indian : [bare]));
  return [...indian, bare].map((name) => ({ symbol: name, isCertain: false }));
}

/** Words that companies bear behind their name. */
const FORMS = /\b(limited|ltd|incorporated|inc|corporation|corp|company|co|plc|the)\b/g;

/** A name for comparing: without its legal form, in small letters. */
export function plainName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .replaceAll(FORMS, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
