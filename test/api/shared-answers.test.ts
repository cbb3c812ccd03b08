import assert from 'node:assert/strict';
import * as yup from 'yup';
import { Reply, route } from '../../api/route.ts';
import { ROUTES } from '../../api/routes/index.ts';
import { createSharedWork } from '../../core/platform/index.ts';
import { type TestApi, testApi } from '../support/api-client.ts';

describe('answers that are worked out for all who ask at once', () => {
  let value: string;
  let began: number;
  let end: (() => void)[];
  const work = async () => {
    began += 1;
    const seen = value;
    await new Promise<void>((resolve) => end.push(resolve));
    return Reply.json(seen);
  };
  const settle = async (...answers: Promise<Reply>[]) => {
    let isDone = false;
    const all = Promise.all(answers).finally(() => (isDone = true));
    while (!isDone) {
      for (const one of end.splice(0)) one();
      await new Promise((resolve) => setImmediate(resolve));
    }
    return (await all).map(({ body }) => body);
  };
  beforeEach(() => {
    value = 'old';
    began = 0;
    end = [];
  });

  it('who comes meanwhile waits for the next time, and sees what changed before they came', async () => {
    const share = createSharedWork<Reply>();
    const first = share('key', work);
    value = 'new';
    const others = Array.from({ length: 20 }, () => share('key', work));
    assert.equal(began, 1);
    const [before, ...after] = await settle(first, ...others);
    assert.equal(before, 'old');
    assert.ok(after.length === 20 && after.every((body) => body === 'new'));
    assert.equal(began, 2);
    value = 'newest';
    assert.deepEqual(await settle(share('key', work)), ['newest']);
  });

  it('other questions do not wait, nor does anybody for an answer that never comes or fails', async () => {
    const share = createSharedWork<Reply>(1);
    void share('stuck', () => new Promise<Reply>(() => undefined));
    assert.deepEqual(await settle(share('other', work), share('stuck', work)), ['old', 'old']);
    const failing = share('fails', () => Promise.reject(new Error('no')));
    const next = share('fails', work);
    await assert.rejects(failing, /no/);
    assert.deepEqual(await settle(next), ['old']);
  });

  describe('over HTTP', () => {
    let world: TestApi;
    let runs: string[];
    const release: (() => void)[] = [];
    const slow = route({
      method: 'GET',
      path: '/api/slow',
      summary: 'Tells who asked, when it may',
      tag: 'Server',
      query: yup.object({ n: yup.number().optional() }).noUnknown(),
      response: yup.object({ user: yup.string().required(), n: yup.number().optional() }).noUnknown(),
      handler: async ({ user, query }) => {
        runs.push(`${user.login} ${query.n ?? ''}`);
        await new Promise<void>((resolve) => release.push(resolve));
        return { user: user.login, ...query };
      },
    });
    before(async () => (world = await testApi({ routes: [...ROUTES, slow] })));
    after(async () => await world.close());
    beforeEach(() => (runs = []));

    it('many equal reads of a person share a run; another person and another question have their own', async () => {
      const [owner, other] = [await world.signedIn(), await world.signedIn('other')];
      let isDone = false;
      const asked = Promise.all([
        ...Array.from({ length: 12 }, () => owner.get('/api/slow')),
        owner.get('/api/slow?n=1'),
        other.get('/api/slow'),
      ]).finally(() => (isDone = true));
      // Held until all of them are there: fourteen requests, of which three are different.
      while (runs.length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
      await new Promise((resolve) => setTimeout(resolve, 50));
      while (!isDone) {
        for (const one of release.splice(0)) one();
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      const answers = await asked;
      assert.ok(answers.every(({ status }) => status === 200));
      assert.ok(answers.slice(0, 12).every(({ text }) => text === '{"user":"owner"}'));
      assert.deepEqual(
        [answers[12]?.text, answers[13]?.text],
        ['{"user":"owner","n":1}', '{"user":"other"}'],
      );
      const own = runs.filter((run) => run === 'owner ').length;
      assert.ok(own < 12, `${own} runs`);
      assert.deepEqual([...new Set(runs)].sort(), ['other ', 'owner ', 'owner 1']);
    });
  });
});
