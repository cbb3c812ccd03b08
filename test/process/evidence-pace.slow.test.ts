import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { PACES } from '../../core/platform/index.ts';
import type { DocumentSource } from '../../core/research/index.ts';
import { EvidenceServer } from '../support/evidence-server.ts';
import { NOBODY_OUTSIDE } from '../support/outside.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { testProcess } from '../support/test-processes.ts';

const PROCESSES = 3;
const SITE = 'https://www.kaveriflowtech.example';
/**
 * A request may be held up on its way while the next one is not, so that both arrive close together: full counts are looked
 * for in so much less than their second. Three processes that each kept the pace alone would still fill half of that.
 */
const ON_THE_WAY_MS = 400;

/** What each process asks, and the most that its pace lets through in a second; several sources may be one system. */
const SYSTEMS: readonly {
  name: string;
  sources: readonly Exclude<DocumentSource, 'issuer'>[] | 'issuer';
  asked: readonly string[];
  perSecond: number;
}[] = [
  {
    name: 'SEC, all its hosts together',
    sources: ['sec_data', 'sec_archive'],
    asked: [1, 2, 3].flatMap((nr) => [
      `sec_data /submissions/CIK${nr}.json`,
      `sec_archive /files/${nr}.json`,
    ]),
    perSecond: PACES.sec.perSecond,
  },
  {
    name: 'NSE’s site, with the page that it wants to be asked for',
    sources: ['nse_site'],
    asked: ['nse_site /api/list'],
    perSecond: PACES['nse-site'].perSecond,
  },
  {
    name: 'NSE’s archive',
    sources: ['nse_archive'],
    asked: [1, 2, 3].map((nr) => `nse_archive /content/${nr}.csv`),
    perSecond: PACES['nse-archive'].perSecond,
  },
  { name: 'the site of a company', sources: 'issuer', asked: [`issuer ${SITE}/page`], perSecond: 1 },
];

describe('research/Evidence: the rate of a source', function () {
  this.timeout(120_000);
  let database: TestDatabase;
  let server: EvidenceServer;
  const children: ChildProcess[] = [];
  before(async () => {
    database = await testDatabase();
    const bodies = SYSTEMS.flatMap(({ asked }) => asked);
    server = await new EvidenceServer(Object.fromEntries(bodies.map((one) => [one, { body: '{}' }]))).start();
  });
  after(async () => {
    for (const child of children) child.kill('SIGKILL');
    await server.close();
    await database.drop();
  });

  it('is never exceeded by any number of processes, whatever they ask at once', async () => {
    // A document that another process has kept is not asked for again: each asks for its own.
    const own = (one: string, nr: number) => `${one}?process=${nr}`;
    const program = await testProcess('asking');
    const started = Array.from({ length: PROCESSES }, (_, nr) => {
      const asked = SYSTEMS.flatMap((system) => system.asked.map((one) => own(one, nr)));
      const child = spawn(process.execPath, [program, server.url, ...asked], {
        stdio: ['pipe', 'pipe', 'inherit'],
        env: {
          ...process.env,
          ...NOBODY_OUTSIDE,
          ...server.environment,
          DATABASE_URL: database.url,
          DATABASE_APP_URL: database.appUrl,
        },
      });
      children.push(child);
      return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
    });
    for (const { lines } of started) assert.equal((await lines.next()).value, 'ready');
    for (const { child } of started) child.stdin.end('go\n');
    let held = 0;
    for (const { lines } of started) {
      const [word, ms] = String((await lines.next()).value).split(' ');
      assert.equal(word, 'held', 'a process did not get its documents');
      held = Math.max(held, Number(ms));
    }
    for (const { name, sources, asked, perSecond } of SYSTEMS) {
      const arrivals = server.requests
        .filter(({ path: at }) => prefixesOf(sources).some((prefix) => at.startsWith(prefix)))
        .map(({ at }) => at);
      assert.ok(arrivals.length >= asked.length * PROCESSES, `${name} was asked ${arrivals.length} times`);
      const windowMs = 1000 - ON_THE_WAY_MS - held;
      const most = Math.max(
        ...arrivals.map((from) => arrivals.filter((at) => at >= from && at < from + windowMs).length),
      );
      assert.ok(most <= perSecond, `${name}: ${most} within ${windowMs} ms: ${arrivals.join()}`);
    }
  });
});

function prefixesOf(sources: (typeof SYSTEMS)[number]['sources']): string[] {
  if (sources === 'issuer') return ['/issuer/'];
  return sources.map((one) => `/${one.replace('_', '-')}/`);
}
