import { Readable } from 'node:stream';
import { withTimeOf } from '../../core/platform/index.ts';
import type { TestApi } from '../support/api-client.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { load } from './http-load.ts';
import { price, withApi } from './report-routes.bench.ts';
import { fill } from './reports-service.ts';
import { workload } from './reports-workload.ts';

const PEOPLE = Number(process.env['MANY_PEOPLE'] ?? 300);
const HOUSEHOLD = { transactions: 120, symbols: 30, years: 12 };
const CLIENTS = 50;
const SECONDS = 10;
const GOAL_PER_SECOND = 600;
const GOAL_MB = 900;
const PATH = '/api/portfolio/reports/performance';

/** A session of each of many people, who hold the same shares and other numbers of them. */
async function people(world: TestApi): Promise<Record<string, string>[]> {
  const { core } = world;
  const input = workload(HOUSEHOLD);
  const first = await world.signedIn();
  await fill(core, first.userId, input);
  const header = 'Portfolio,Symbol,Date,Type,Quantity,Price,Fee_Tax,Currency,Asset_Class\n';
  const lines = input.transactions.map(({ portfolio, symbol, date, type, quantity, price: paid, fee_tax }) =>
    [portfolio, symbol, date, type, quantity, paid, fee_tax, 'INR', 'Indian Equity'].join(','),
  );
  const clients = [first];
  for (let nr = 1; nr < PEOPLE; nr += 1) {
    const login = `person${nr}`;
    await core.database.systemPool.query('insert into identity.users (login, name) values ($1, $1)', [login]);
    const client = await world.signedIn(login);
    // Every person lacks another row, so that no two have the same figures.
    const own = lines.filter((_, at) => at !== nr % lines.length);
    const file = Readable.from([Buffer.from(header + own.join('\n'))]);
    const { import_id } = await core.portfolio.imports.stage(client.userId, file);
    await core.portfolio.imports.commit(client.userId, { import_id }, { actor: 'bench' });
    clients.push(client);
  }
  await withTimeOf('job', () => price(core));
  return clients.map(({ cookie }) => ({ cookie: cookie ?? '' }));
}

async function measure(world: TestApi): Promise<BenchmarkResult[]> {
  const headers = await people(world);
  const asked = headers.map((each) => ({ url: world.url + PATH, headers: each }));
  const run = async (seconds: number) =>
    (
      await load({
        targets: [{ url: '', headers: {}, people: asked, inTurn: true }],
        connections: CLIENTS,
        seconds,
      })
    )[0];
  const cold = await run(SECONDS);
  const warm = await run(SECONDS);
  const megabytes = process.memoryUsage.rss() / 1024 / 1024;
  const perSecond = warm?.per_second ?? 0;
  process.stderr.write(
    `${PEOPLE} people in turn: first ${Math.round(cold?.per_second ?? 0)}/s, then ${Math.round(perSecond)}/s, p99 ${Math.round(warm?.p99_ms ?? 0)} ms, ${Math.round(megabytes)} MB\n`,
  );
  const row = { peer: null, peer_value: null, ratio: null };
  return [
    {
      name: `performance of ${PEOPLE} people in turn, ${CLIENTS} clients`,
      value: Math.round(perSecond),
      unit: 'requests a second',
      ...row,
      goal: `value at least ${GOAL_PER_SECOND}`,
      met: perSecond >= GOAL_PER_SECOND,
    },
    {
      name: 'resident memory of the process meanwhile',
      value: Math.round(megabytes),
      unit: 'MB',
      ...row,
      goal: `value under ${GOAL_MB}`,
      met: megabytes < GOAL_MB,
    },
  ];
}

export const bench: Benchmark = {
  name: 'many-people',
  run: () => withApi(measure),
};
