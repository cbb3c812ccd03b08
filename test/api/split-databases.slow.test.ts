import assert from 'node:assert/strict';
import { scriptedLlm } from '../support/scripted-chain.ts';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';
import { heldClock } from '../support/core.ts';
import { query } from '../support/plain-database.ts';
import { PARTS, partOf, splitDatabases, type SplitDatabases } from '../support/split-databases.ts';
import { createTransactionPooler } from '../support/transaction-pooler.ts';
import { DAILY_BACKUP } from '../../jobs/daily-backup.ts';
import { schedule } from '../../jobs/schedule.ts';
import { type Attempt, attempts } from './tenancy-attempts.ts';
import { type AshasIds, furnish, MARK } from './tenancy-world.ts';
import { sampled } from '../support/soak.ts';

/** Ends the session of the one who asks, so it comes last. */
const LAST = 'POST /api/auth/logout';
const OWNER = /set_config\('app\.user_id', '(\d+)'/;
const FRONT = PARTS;
/** How tests give a session back to be used again. */
const RESET = /^(?:discard all|reset application_name)\0$/;
/** A Monday on which markets are open. */
const NOW = '2026-06-08T06:00:00Z';
/** One job and one route in this many; all of them in the soak. */
const EVERY = sampled(8, 1);
/** Moments, drawn words that mark data for a model, and ids in a text. */
const CHANGING = /\d{4}-\d\d-\d\dT[\d:.]+Z|(?<=data-)[0-9a-f]{12}|\b\d+\b/g;

type Person = ApiClient & { userId: string; ids: AshasIds };

/** One server with two persons, each with a row in every table of people. */
async function openWorld(
  options: Parameters<typeof testApi>[0],
): Promise<{ world: TestApi; people: Person[] }> {
  const world = await testApi({
    llm: scriptedLlm({ answers: ({ messages }) => messages.at(-1)?.text ?? '' }),
    clock: heldClock(NOW),
    ...options,
    environment: {
      PORTFOLIO_AI_RESEARCH_ENABLED: '1',
      PORTFOLIO_CHAT_ENABLED: '1',
      PORTFOLIO_CHAT_BOT_TOKEN: '123456:abcdefghijklmnopqrstuvwxyz',
      ...options?.environment,
    },
  });
  const people: Person[] = [];
  for (const [login, mark] of [
    ['asha', MARK],
    ['ravi', 'raviown1'],
  ] as const) {
    const client = await world.signedIn(login);
    people.push(Object.assign(client, { ids: await furnish(world, client.userId, mark) }));
  }
  return { world, people };
}

/** An answer without ids, moments and what is drawn at random, which differ between any two databases. */
function comparable(value: unknown, key = ''): unknown {
  // Rows of one statement are in no order.
  if (Array.isArray(value)) return value.map((one) => comparable(one, key)).toSorted(byText);
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, comparable(one, name)]));
  // The answer of the scripted model repeats a drawn word, whose digits may look like a figure that needs a second call.
  if (/(^|_)ids?$|^(code|digest|external_reference|last4|tag|token|unverified|usage)$/.test(key)) return '#';
  return typeof value === 'string' ? value.replaceAll(CHANGING, '#') : value;
}

const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

describe('two databases of people behind one', function () {
  this.timeout(900_000);
  /** Transactions that name their owner, and those of the system. */
  const begun = { owned: 0, system: 0 };
  const unowned: string[] = [];
  const router = createTransactionPooler((begin, _last, login) => {
    const owner = OWNER.exec(begin)?.[1];
    if (owner === undefined && login.startsWith('munim_app') && !RESET.test(begin)) unowned.push(begin);
    begun[owner === undefined ? 'system' : 'owned'] += 1;
    return owner === undefined ? FRONT : partOf(owner);
  });
  let split: SplitDatabases;
  let spread: Awaited<ReturnType<typeof openWorld>>;
  let plain: Awaited<ReturnType<typeof openWorld>>;
  before(async () => {
    split = await splitDatabases();
    const all = [...split.parts, split.front];
    const through = (of: 'url' | 'appUrl') => router.through(...(all.map((one) => one[of]) as [string]));
    const database = { url: await through('url'), appUrl: await through('appUrl'), drop: () => split.drop() };
    spread = await openWorld({ database, environment: { DATABASE_DIRECT_URL: split.front.url } });
    plain = await openWorld({});
  });
  after(async () => {
    await spread.world.close();
    await plain.world.close();
    await router.close();
  });

  /** Number of tables with rows of a person, by the person, in each database; the front comes last. */
  const placed = async () =>
    await Promise.all(
      [...split.parts, split.front].map(async ({ url }) => {
        const each = split.owned.map((table) => `(select distinct owner_user_id from only ${table})`);
        const rows = await query(
          url,
          `select owner_user_id as owner, count(*)::int as n from (${each.join(' union all ')}) t group by 1`,
        );
        return new Map(rows.map(({ owner, n }) => [String(owner), n]));
      }),
    );

  it('each person has rows in every table, in their own database alone', async () => {
    const found = await placed();
    for (const { userId } of spread.people)
      assert.deepEqual(
        found.map((tables) => tables.get(userId) ?? 0),
        found.map((_, nr) => (nr === partOf(userId) ? split.owned.length : 0)),
      );
  });

  it('jobs do the same for everybody as on one database', async () => {
    const run = { dueAt: new Date(NOW), isLate: false, attempt: 1, signal: new AbortController().signal };
    for (const { name, run: work } of schedule.filter((_, at) => at % EVERY === 0)) {
      // A backup knows one database.
      if (name === DAILY_BACKUP) continue;
      assert.equal(await work(spread.world.core, run), await work(plain.world.core, run), name);
    }
  });

  it('routes answer each person as on one database', async () => {
    for (const [at, person] of spread.people.entries()) {
      const twin = plain.people[at] ?? assert.fail();
      const same = attempts(twin.ids);
      const routes = Object.entries(attempts(person.ids)).filter(
        ([name], nr) => nr % EVERY === 0 || name === LAST,
      );
      for (const [name, tries] of routes.toSorted(([a], [b]) => Number(a === LAST) - Number(b === LAST)))
        for (const [nr, one] of tries.entries()) {
          const expected = await asked(twin, name, same[name]?.[nr] ?? assert.fail());
          assert.deepEqual(await asked(person, name, one), expected, `${name}: ${one.path}`);
        }
    }
  });

  it('every transaction of the restricted role names its owner as it begins, and no row is in another database', async () => {
    assert.deepEqual(unowned, []);
    assert.ok(begun.owned > 100 && begun.system > 0, JSON.stringify(begun));
    for (const [nr, tables] of (await placed()).entries())
      assert.deepEqual(
        [...tables.keys()].filter((owner) => partOf(owner) !== nr),
        [],
      );
  });
});

/** The answer to a person's attempt on their own rows. */
async function asked(client: ApiClient, name: string, { path, body, headers }: Attempt) {
  const method = name.split(' ')[0] ?? '';
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(method);
  const answer = await client.request(method, path, {
    ...(hasBody ? { body: body ?? {} } : {}),
    ...(headers === undefined ? {} : { headers }),
  });
  return { status: answer.status, body: comparable(answer.body) };
}
