import { type Principal, SAMPLE_SHOWN, signedInId } from '../core/identity/index.ts';
import { Problem } from '../core/platform/index.ts';
import type { Route } from './route.ts';

/** Behaviour of a route while the person looks at a sample. */
export const sampleRule = ({ sample, tokens }: Pick<Route, 'sample' | 'tokens'>): 'shown' | 'own' | 'never' =>
  sample ?? (tokens === 'never' ? 'never' : 'shown');

/** As whom a request acts: the sample that is shown, or the person. @throws Problem 403 SAMPLE_SHOWN */
export function actingAs(rule: ReturnType<typeof sampleRule>, principal: Principal | null): Principal | null {
  if (principal?.sampleOf === undefined || rule === 'shown') return principal;
  if (rule === 'never') throw new Problem(403, 'SAMPLE_SHOWN', SAMPLE_SHOWN);
  const { sampleOf: _, ...rest } = principal;
  return { ...rest, userId: signedInId(principal) };
}
