/** Which portfolio a new row most likely goes into. */
import { usePortfolioNames } from './portfolio-select.tsx';

const KEY = 'munim-last-portfolio';

/** The only portfolio; of several, the one that was last written to in this browser. '' where nothing can be guessed. */
export function useSuggestedPortfolio(): string {
  const names = usePortfolioNames();
  if (names.length === 1) return names[0] ?? '';
  const last = lastPortfolio();
  return last !== null && names.includes(last) ? last : '';
}

/** Notes the portfolio of a row that was saved. */
export function rememberPortfolio(name: string): void {
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // private browsing without storage: it is asked for again
  }
}

function lastPortfolio(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
