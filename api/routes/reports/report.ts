import type { AnyObjectSchema, AnySchema, InferType } from 'yup';
import type { Reports } from '../../../core/reports/index.ts';
import { Reply, type Route, route } from '../../route.ts';

interface Report<Q extends AnyObjectSchema> {
  /** Its address below /api/portfolio/reports. */
  name: string;
  summary: string;
  description?: string;
  query: Q;
  response: AnySchema;
  of: (reports: Reports) => { readJson(userId: string, query: InferType<Q>): Promise<Buffer> };
}

/** Declares a report that is read with a GET; one that is asked of a portfolio may not find it. */
export function report<Q extends AnyObjectSchema>({ name, of, query, ...rest }: Report<Q>): Route {
  return route({
    ...rest,
    method: 'GET',
    path: `/api/portfolio/reports/${name}`,
    tag: 'Reports',
    kept: true,
    query: query as AnyObjectSchema,
    problems: Object.hasOwn(query.fields, 'portfolio') ? { 404: ['PORTFOLIO_NOT_FOUND'] } : {},
    handler: async ({ core, user, query: asked }) =>
      Reply.json(await of(core.reports).readJson(user.userId, asked)),
  });
}
