import assert from 'node:assert/strict';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';
import { errorReply } from '../../bot/auth-middleware.ts';
import { withTimeOf } from '../../core/platform/index.ts';

const REPORT = '/api/portfolio/reports/performance';
const QUICK = '/api/portfolio/portfolios';
/** Pool sizes of a process with 8 connections. */
const APP_PLACES = 3;
/** Uses after which a wait is estimated, and their milliseconds. */
const MEASURED = { uses: 15, ms: 150 };
/** Half of them fill the queue: by these uses the next one would enter after the limit of these tests, 35 s. */
const SLOW = 1000;

describe('overload', () => {
  let world: TestApi;
  let client: ApiClient & { userId: string };
  before(async () => {
    world = await testApi({ environment: { DATABASE_CONNECTIONS: '8' } });
    client = await world.signedIn();
    assert.equal((await client.get(QUICK)).status, 200);
  });
  after(() => world.close());

  const slowRead = async (statement = 'select') =>
    await withTimeOf('report', () =>
      world.core.database.asUser(client.userId, async (trx) => void (await trx.raw(statement))),
    );

  /** Takes connections for slow work until `end` is called. */
  const hold = async (count: number) => {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const works: Promise<void>[] = [];
    for (let nr = 0; nr < count; nr += 1)
      await new Promise<void>((begun) => {
        works.push(
          withTimeOf('report', () =>
            world.core.database.asUser(client.userId, async (trx) => {
              await trx.raw('select');
              begun();
              await ended;
            }),
          ),
        );
      });
    return async () => {
      end();
      await Promise.all(works);
    };
  };
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
  };

  it('quick requests are answered while slow readers have all their connections and more of them wait', async () => {
    const end = await hold(APP_PLACES - 1);
    const order: string[] = [];
    const report = client.get(REPORT).then(({ status }) => order.push(`report ${status}`));
    await until(() => world.core.database.waiting() > 0);
    for (let nr = 0; nr < 5; nr += 1) order.push(`quick ${(await client.get(QUICK)).status}`);
    await end();
    await report;
    assert.deepEqual(order, [...Array.from({ length: 5 }, () => 'quick 200'), 'report 200']);
  });

  it('a full queue answers 503 OVERLOADED with Retry-After, in plain words, and quick requests are still answered', async () => {
    const { uses, ms } = MEASURED;
    await Promise.all(Array.from({ length: uses }, () => slowRead(`select pg_sleep(${ms} / 1000.0)`)));
    const end = await hold(APP_PLACES - 1);
    const waiting = Promise.allSettled(Array.from({ length: SLOW }, () => slowRead()));
    await until(() => world.core.database.waiting() > SLOW / 4);
    const { status, headers, body } = await client.get(`${REPORT}?portfolio=Networth`);
    assert.deepEqual([status, body['code'], headers.get('retry-after')], [503, 'OVERLOADED', '10']);
    assert.match(String(body['detail']), /overloaded.*Try this one again in 10 seconds/);
    const refused: unknown = await slowRead().catch((error: unknown) => error);
    assert.match(errorReply(refused), /^Munim is overloaded: .* Try this one again in 10 seconds/);
    assert.equal((await client.get(QUICK)).status, 200);
    await end();
    const served = (await waiting).filter(({ status }) => status === 'fulfilled').length;
    assert.ok(served > SLOW / 4 && served < SLOW / 2, `${served} of ${SLOW} were served`);
    assert.equal((await client.get(`${REPORT}?portfolio=Networth`)).status, 200);
  });
});
