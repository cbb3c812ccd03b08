import type { TestApi } from '../support/api-client.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { withApi } from './report-routes.bench.ts';

const SIZES = { few: 1000, many: 100_000 };
const SYMBOLS = 100;
const ASKED = 30;
const EXPONENT_GOAL = 0.1;
const PAGES = [
  { name: 'a page of transactions', path: '/api/portfolio/transactions', goalMs: 5 },
  { name: 'corporate actions of the ledger', path: '/api/portfolio/corporate-actions', goalMs: 20 },
];

/** A person with this many transactions, each round over the symbols on a day of its own. */
async function personWith(world: TestApi, login: string, transactions: number) {
  const client = await world.signedIn(login);
  await world.core.database.asSystem('a long ledger for a benchmark', async (trx) => {
    await trx.raw(
      `with own as (
         insert into portfolio.portfolios (owner_user_id, name) values (?, 'Main') returning owner_user_id, id)
       insert into portfolio.transactions (owner_user_id, portfolio_id, symbol, trade_date, type, quantity, price, currency,
         isin, asset_class, source)
       select owner_user_id, id, 'SYMBOL' || n % ${SYMBOLS}, date '2026-02-27' - n / ${SYMBOLS}, 'BUY', n, 100, 'INR',
         'INE' || lpad((n % ${SYMBOLS})::text, 6, '0') || '010', 'Indian Equity', 'CSV'
       from own, generate_series(0, ? - 1) n`,
      [client.userId, transactions],
    );
  });
  return client;
}

async function measure(world: TestApi): Promise<BenchmarkResult[]> {
  const few = await personWith(world, 'few', SIZES.few);
  const many = await personWith(world, 'many', SIZES.many);
  await world.core.database.asSystem('statistics for a benchmark', (trx) => trx.raw('analyze'));
  const round = (value: number) => Math.round(value * 100) / 100;
  const results: BenchmarkResult[] = [];
  for (const { name, path, goalMs } of PAGES) {
    const medians: number[] = [];
    for (const client of [few, many]) {
      const times: number[] = [];
      for (let at = 0; at < ASKED; at += 1) {
        const begun = performance.now();
        const { status, text } = await client.get(path);
        if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 300)}`);
        times.push(performance.now() - begun);
      }
      medians.push(times.sort((a, b) => a - b)[ASKED / 2] ?? 0);
    }
    const [small = Number.NaN, large = Number.NaN] = medians;
    const exponent = Math.log(large / small) / Math.log(SIZES.many / SIZES.few);
    results.push({
      name: `${name} at ${SIZES.many.toLocaleString('en')} rows, growth exponent ${round(exponent)}`,
      value: round(large),
      unit: 'ms',
      peer: `the same at ${SIZES.few.toLocaleString('en')} rows`,
      peer_value: round(small),
      ratio: round(large / small),
      goal: `value under ${goalMs} and exponent under ${EXPONENT_GOAL}`,
      met: large < goalMs && exponent < EXPONENT_GOAL,
    });
  }
  return results;
}

/** Cost of one page of a long ledger. */
export const bench: Benchmark = {
  name: 'pages',
  run: () => withApi(measure),
};
