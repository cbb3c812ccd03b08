import * as yup from 'yup';
import { Reply, type Route, route } from '../../api/route.ts';
import { conflict } from '../../core/platform/index.ts';

const ODD = { tag: 'Server', summary: 'for this test' } as const;
/** Lets a test hold a request and set it free. */
export const gate: { release: () => void; entered: Promise<void>; enter: () => void } = {
  release: () => undefined,
  enter: () => undefined,
  entered: Promise.resolve(),
};

/** Routes that misbehave in every way the frame must put up with. */
export const ODD_ROUTES: readonly Route[] = [
  route({
    ...ODD,
    auth: 'session',
    method: 'GET',
    path: '/api/odd/leak',
    response: null,
    handler: () => Promise.reject(new Error('select * from secrets')),
  }),
  route({
    ...ODD,
    auth: 'session',
    method: 'GET',
    path: '/api/odd/conflict',
    response: null,
    handler: () => Promise.reject(conflict('ODD_STATE', 'Not now.')),
  }),
  route({
    ...ODD,
    auth: 'session',
    method: 'GET',
    path: '/api/odd/things/:id',
    params: { id: 'THING' },
    response: yup.object(),
    handler: async () => ({}),
  }),
  route({
    ...ODD,
    auth: 'session',
    method: 'GET',
    path: '/api/odd/query',
    query: yup
      .object({ limit: yup.number().integer().min(1).optional(), deep: yup.boolean().optional() })
      .noUnknown(),
    response: yup.mixed(),
    handler: async ({ query }) => query,
  }),
  route({
    ...ODD,
    auth: 'session',
    method: 'POST',
    path: '/api/odd/body',
    bodyLimit: 1000,
    body: yup
      .object({
        name: yup.string().required(),
        inner: yup.object({ size: yup.number().required() }).noUnknown().optional().default(undefined),
      })
      .noUnknown(),
    response: yup.mixed(),
    status: 201,
    handler: async ({ body, actor }) => ({ ...body, actor }),
  }),
  route({
    ...ODD,
    auth: 'session',
    method: 'GET',
    path: '/api/odd/old',
    deprecated: { since: '@1767225600', successor: '/api/odd/new' },
    response: yup.mixed(),
    handler: async () => ({}),
  }),
  route({
    ...ODD,
    auth: 'session',
    method: 'GET',
    path: '/api/odd/half',
    response: 'text/plain',
    handler: async () => {
      async function* pieces() {
        yield 'one';
        await new Promise((resolve) => setTimeout(resolve, 20));
        throw new Error('the rest is lost');
      }
      const { Readable } = await import('node:stream');
      return new Reply(Readable.from(pieces()), { 'Content-Type': 'text/plain' });
    },
  }),
  route({
    ...ODD,
    auth: 'session',
    method: 'GET',
    path: '/api/odd/slow',
    response: yup.mixed(),
    handler: async () => {
      await new Promise<void>((resolve) => {
        gate.release = resolve;
        gate.enter();
      });
      return { done: true };
    },
  }),
];
