import type { CommonPortfolio } from '../brokers/index.ts';

/** Both counts of each portfolio, those with most trades and then most positions in common first. */
export function together(
  one: readonly CommonPortfolio[],
  other: readonly CommonPortfolio[],
): CommonPortfolio[] {
  const found = new Map(one.map((portfolio) => [portfolio.id, portfolio]));
  for (const portfolio of other) {
    const known = found.get(portfolio.id);
    found.set(portfolio.id, {
      ...portfolio,
      executions: portfolio.executions + (known?.executions ?? 0),
      holdings: portfolio.holdings + (known?.holdings ?? 0),
    });
  }
  return [...found.values()].toSorted(
    (first, second) => second.executions - first.executions || second.holdings - first.holdings,
  );
}
