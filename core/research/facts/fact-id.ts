import { createHash } from 'node:crypto';
import type { MetricId, Scope } from '../port/index.ts';
import { periodSlug } from './period-key.ts';

const PLAIN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** The id of a fact, `{metric}.{scope}.{period}` in lower case (research/Evidence, claims and facts rules 3). */
export function factId(metric: MetricId, scope: Scope, detail: string | null, key: string): string {
  return `${metric}.${scopeSlug(scope, detail)}.${periodSlug(key)}`;
}

/** A scope in a fact id: `consolidated`, `peer-decpump`, `segment-industrial-pumps`. Different names are different slugs. */
function scopeSlug(scope: Scope, detail: string | null): string {
  if (detail === null) return scope;
  const name = detail.trim().toLowerCase().replace(/\s+/g, '-');
  if (PLAIN.test(name)) return `${scope}-${name}`;
  // What the slug cannot hold, such as the sign in "R&D", is told apart by a piece of the name's hash.
  const plain = name.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '');
  const mark = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return [scope, plain, mark].filter((part) => part !== '').join('-');
}
