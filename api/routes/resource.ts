import type { Actor, Page, PageQuery } from '../../core/platform/index.ts';
import type { AnyObjectSchema, AnySchema, InferType, Schema } from 'yup';
import type { Core } from '../../core/assembly/index.ts';
import { pageOf } from '../../core/platform/schema/index.ts';
import { type Route, route, type Tag } from '../route.ts';
import { paged, paging } from './paging.ts';

/**
 * What may be done with the rows of a resource; each is a route, and the method of the service that it calls:
 *
 *     list     GET    path
 *     create   POST   path
 *     get      GET    path/:id
 *     update   PUT    path/:id
 *     remove   DELETE path/:id
 *     restore  POST   path/:id/restore
 */
interface Service<Q, I, C> {
  /** All there is, which is answered page by page, or the page that was asked for. */
  list(userId: string, query: Q): Promise<readonly unknown[] | Page<unknown>>;
  create(userId: string, input: I, actor: Actor): Promise<unknown>;
  get(userId: string, id: string): Promise<unknown>;
  update(userId: string, id: string, change: C, actor: Actor): Promise<unknown>;
  remove(userId: string, id: string, actor: Actor): Promise<void>;
  restore(userId: string, id: string, actor: Actor): Promise<unknown>;
}
type Verb = keyof Service<never, never, never>;

/** Options of a route: its summary alone, or with a description, problems, and whether tokens and samples may call it. */
type Documentation =
  | string
  | {
      summary: string;
      description?: string;
      problems?: Record<number, readonly string[]>;
      tokens?: 'never';
      sample?: 'never';
    };

interface Resource<V extends Verb, I extends AnyObjectSchema, C, Q extends AnyObjectSchema> {
  path: string;
  tag: Tag;
  /** `HOLDING` answers HOLDING_NOT_FOUND for what is not there and HOLDING_EXISTS for what is there already. */
  noun: string;
  view: AnySchema;
  input: I;
  /** Body of an update; by default any fields of `input`. */
  change?: Schema<C>;
  /** Query of the list; by default that of any page. */
  query?: Q;
  service: (core: Core) => Pick<Service<InferType<Q>, InferType<I>, C>, NoInfer<V>>;
  /** Which routes it has, and the documentation of each. */
  routes: Record<V, Documentation>;
}

/** Declares the routes that resources have in common, each in one line. */
export function resource<
  V extends Verb,
  I extends AnyObjectSchema,
  C = Partial<InferType<I>>,
  Q extends AnyObjectSchema = typeof paging,
>(declared: Resource<V, I, C, Q>): readonly Route[] {
  const { path, tag, noun, view, input } = declared;
  const { change = input.partial(), query = paging } = declared;
  const service = declared.service as unknown as (core: Core) => Service<unknown, unknown, unknown>;
  const one = { path: `${path}/:id`, params: { id: noun } };

  const documented = (doc: Documentation) => ({ tag, ...(typeof doc === 'string' ? { summary: doc } : doc) });
  /** The same of a route that may meet a row of the same name. */
  const orTaken = (doc: Documentation) => {
    const fields = documented(doc);
    return {
      ...fields,
      problems: { ...fields.problems, 409: [`${noun}_EXISTS`, ...(fields.problems?.[409] ?? [])] },
    };
  };

  const declare: Record<Verb, (doc: Documentation) => Route> = {
    list: (doc) =>
      route({
        ...documented(doc),
        method: 'GET',
        path,
        query,
        response: pageOf(view),
        handler: async ({ core, user, query: asked }) => {
          const found = await service(core).list(user.userId, asked);
          return 'items' in found ? found : paged(found, asked as PageQuery);
        },
      }),
    create: (doc) =>
      route({
        ...orTaken(doc),
        method: 'POST',
        path,
        body: input,
        status: 201,
        response: view,
        handler: async ({ core, user, body, actor }) => await service(core).create(user.userId, body, actor),
      }),
    get: (doc) =>
      route({
        ...documented(doc),
        ...one,
        method: 'GET',
        response: view,
        handler: async ({ core, user, params }) => await service(core).get(user.userId, params.id),
      }),
    update: (doc) =>
      route({
        ...orTaken(doc),
        ...one,
        method: 'PUT',
        body: change,
        response: view,
        handler: async ({ core, user, params, body, actor }) =>
          await service(core).update(user.userId, params.id, body, actor),
      }),
    remove: (doc) =>
      route({
        ...documented(doc),
        ...one,
        method: 'DELETE',
        response: null,
        handler: async ({ core, user, params, actor }) =>
          await service(core).remove(user.userId, params.id, actor),
      }),
    restore: (doc) =>
      route({
        ...orTaken(doc),
        ...one,
        method: 'POST',
        path: `${one.path}/restore`,
        response: view,
        handler: async ({ core, user, params, actor }) =>
          await service(core).restore(user.userId, params.id, actor),
      }),
  };
  return Object.entries<Documentation>(declared.routes).map(([verb, doc]) => declare[verb as Verb](doc));
}
