import { booksBench } from './books-bench.ts';
import { fill } from './reports-service.ts';
import { workload } from './reports-workload.ts';

const SIZE = { transactions: 14_400, symbols: 250, years: 10 };
const PORTFOLIOS = 12;

/** The audit of a large household's books, of which nothing is known before. */
export const bench = booksBench('audit', {
  goalSeconds: 3,
  async prepare({ core, owner, stranger }) {
    const input = workload(SIZE);
    await fill(core, owner, {
      ...input,
      // Each symbol has its own portfolio: its trades belong together.
      transactions: input.transactions.map((row) => ({
        ...row,
        portfolio: `Account ${(Number(row.symbol.replaceAll(/\D/g, '')) % PORTFOLIOS) + 1}`,
      })),
    });
    await core.closes.priceEverybody();
    await core.portfolio.snapshots.take(owner);
    // The thread of the engine begins with the first question of its life, and what runs first is compiled then.
    await core.reports.values.read(stranger);
    await core.quality.audit.run(stranger);
    return () => core.quality.audit.run(owner);
  },
  nameOf({ identities, findings }) {
    const others = identities.filter(({ state }) => state !== 'AGREES');
    if (findings.length > 0 || others.length > 0)
      throw new Error(`${identities.length - others.length} identities agree: ${JSON.stringify(others)}`);
    return `audit of ${SIZE.transactions} transactions, ${SIZE.symbols} holdings and ${PORTFOLIOS} portfolios over ${SIZE.years} years`;
  },
});
