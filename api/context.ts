import type { DefaultContext, ParameterizedContext } from 'koa';
import type { Principal } from '../core/identity/index.ts';

/** What the frame of a request knows before its route runs. */
export interface ApiState {
  requestId: string;
  /** Where the request came from, as rate limits count it. */
  address: string;
  /** A program of this machine asks, through no proxy. */
  isHere: boolean;
  principal: Principal | null;
  /** Pattern of the route that took the request, for metrics and the log. */
  route: string | null;
}

export type ApiContext = ParameterizedContext<ApiState, DefaultContext>;
