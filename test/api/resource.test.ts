import assert from 'node:assert/strict';
import * as yup from 'yup';
import { type Route, route } from '../../api/route.ts';
import { resource } from '../../api/routes/resource.ts';

const thing = yup.object({ name: yup.string().required() }).noUnknown();

/** A resource over a service that answers what it was called with. */
const declared = (
  list: readonly unknown[] | { items: unknown[]; page: number; page_size: number; total: number },
) =>
  resource({
    path: '/api/things',
    tag: 'Portfolio',
    noun: 'THING',
    view: thing,
    input: thing,
    service: () => ({
      list: async () => list,
      create: async (...given: unknown[]) => given,
      update: async (...given: unknown[]) => given,
    }),
    routes: {
      list: 'All things',
      create: { summary: 'Add a thing', problems: { 404: ['PLACE_NOT_FOUND'], 409: ['THINGS_CLOSED'] } },
      update: 'Change a thing',
    },
  });

const call = async (routes: readonly Route[], index: number, input: object): Promise<unknown> =>
  await routes[index]?.handler({
    core: {},
    user: { userId: '7' },
    actor: { actor: 'me' },
    ...input,
  } as never);

describe('routes of a resource', () => {
  it('are those that it names, with its own words', () => {
    assert.deepEqual(
      declared([]).map(({ method, path, summary, auth }) => `${method} ${path} ${auth}: ${summary}`),
      [
        'GET /api/things session: All things',
        'POST /api/things session: Add a thing',
        'PUT /api/things/:id session: Change a thing',
      ],
    );
  });

  it('refuse what is there already, besides what they say themselves', () => {
    assert.deepEqual(
      declared([]).map(({ problems }) => problems),
      [
        undefined,
        { 404: ['PLACE_NOT_FOUND'], 409: ['THING_EXISTS', 'THINGS_CLOSED'] },
        { 409: ['THING_EXISTS'] },
      ],
    );
  });

  it('list what the service gives: a page as it is, everything page by page', async () => {
    const query = { page: 2, page_size: 2 };
    assert.deepEqual(await call(declared(['a', 'b', 'c']), 0, { query }), {
      items: ['c'],
      page: 2,
      page_size: 2,
      total: 3,
    });
    const page = { items: ['d'], page: 9, page_size: 1, total: 9 };
    assert.deepEqual(await call(declared(page), 0, { query }), page);
  });

  it('hand the person, the row, the body and who it was on to the service', async () => {
    const body = { name: 'one' };
    assert.deepEqual(await call(declared([]), 1, { body }), ['7', body, { actor: 'me' }]);
    assert.deepEqual(await call(declared([]), 2, { body, params: { id: '3' } }), [
      '7',
      '3',
      body,
      { actor: 'me' },
    ]);
  });
});

describe('a route', () => {
  it('is not declared without naming the parameters of its path', () => {
    const one = {
      method: 'GET',
      path: '/api/things/:id',
      summary: 'One',
      tag: 'Portfolio',
      response: thing,
    } as const;
    const handler = async () => ({});
    assert.throws(() => route({ ...one, handler }), /must declare its parameters/);
    assert.throws(
      () => route({ ...one, params: { thing: 'THING' }, handler }),
      /must declare its parameters/,
    );
    assert.equal(route({ ...one, params: { id: 'THING' }, handler }).auth, 'session');
  });
});
