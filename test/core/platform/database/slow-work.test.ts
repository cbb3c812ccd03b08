import assert from 'node:assert/strict';
import { createSlowWork, Problem, withTimeOf } from '../../../../core/platform/index.ts';

const WAIT_MS = 60_000;
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('slow work of a process', () => {
  /** Work that ends when it is told to. */
  const world = (waitMs = WAIT_MS) => {
    const slowly = createSlowWork(waitMs);
    const begun: { name: string; end: () => void; fail: (error: Error) => void }[] = [];
    const ask = (name: string): Promise<string> =>
      slowly(
        name,
        () =>
          new Promise<string>((resolve, reject) =>
            begun.push({ name, end: () => resolve(name), fail: reject }),
          ),
      );
    return { slowly, begun, ask, names: () => begun.map(({ name }) => name) };
  };

  it('fifty reports that are asked for at one moment are made four at a time, in their order', async () => {
    const { begun, ask, names } = world();
    const wanted = Array.from({ length: 50 }, (_, nr) => `report ${nr}`);
    const all = wanted.map(ask);
    await turn();
    assert.deepEqual(names(), wanted.slice(0, 4));
    for (let nr = 0; nr < 50; nr += 1) {
      begun[nr]?.end();
      await turn();
      assert.ok(begun.length <= nr + 5);
    }
    assert.deepEqual(await Promise.all(all), wanted);
    assert.deepEqual(names(), wanted);
  });

  it('requests for the same report take one place', async () => {
    const { begun, ask, names } = world();
    const all = Array.from({ length: 20 }, () => ask('same'));
    const other = ask('other');
    await turn();
    assert.deepEqual(names(), ['same', 'other']);
    for (const { end } of begun) end();
    await Promise.all([...all, other]);
  });

  it('work within such work never waits for itself, and a job waits behind people', async () => {
    const { slowly, begun, ask, names } = world();
    const nested = Array.from({ length: 4 }, (_, nr) => slowly(`whole ${nr}`, () => ask(`part ${nr}`)));
    await turn();
    const job = withTimeOf('job', () => ask('job'));
    const report = ask('report');
    assert.deepEqual(names(), ['part 0', 'part 1', 'part 2', 'part 3']);
    begun[0]?.end();
    await turn();
    assert.deepEqual(names().slice(4), ['report']);
    // A job leaves one place to people.
    for (const nr of [1, 2]) begun[nr]?.end();
    await turn();
    for (const { end } of begun) end();
    await turn();
    for (const { end } of begun) end();
    assert.deepEqual(await Promise.all([...nested, job, report]), [
      'part 0',
      'part 1',
      'part 2',
      'part 3',
      'job',
      'report',
    ]);
  });

  it('a wait that is too long ends with 503 OVERLOADED and Retry-After, and the place of a failure goes to the next', async () => {
    const { begun, ask, names } = world(1);
    const all = Array.from({ length: 4 }, (_, nr) => ask(`report ${nr}`).catch((error: unknown) => error));
    await assert.rejects(ask('late'), { status: 503, code: 'OVERLOADED', retryAfter: 10 });
    begun[0]?.fail(new Error('no'));
    await all[0];
    void ask('next');
    await turn();
    assert.deepEqual(names().slice(4), ['next']);
    for (const { end } of begun) end();
    await Promise.all(all);
  });

  it('all who wait hear at once that the database is away', async () => {
    const { begun, ask } = world();
    const all = Array.from({ length: 50 }, (_, nr) => ask(`report ${nr}`));
    const answers = Promise.allSettled(all);
    await turn();
    const away = new Problem(503, 'UNAVAILABLE', 'The database did not answer in time.', { retryAfter: 5 });
    begun[0]?.fail(away);
    await turn();
    for (const { end } of begun) end();
    const reasons = (await answers).map((one) =>
      one.status === 'rejected' ? (one.reason as unknown) : null,
    );
    assert.deepEqual(
      reasons,
      reasons.map((_, nr) => (nr === 0 || nr > 3 ? away : null)),
    );
  });
});
