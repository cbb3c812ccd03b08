import { createHash } from 'node:crypto';
import type { Provider } from './port/index.ts';
import type { HttpTarget } from './settings/index.ts';

const MOST = 64;

/**
 * Providers over HTTP that were made before: a question must not open connections anew that are still good. The keys of the
 * pool are digests, so that no key of a person is a name in memory.
 */
export function createProviderPool(make: (target: HttpTarget) => Provider): (target: HttpTarget) => Provider {
  const made = new Map<string, Provider>();
  return (target) => {
    const name = createHash('sha256').update(JSON.stringify(target)).digest('base64url');
    const found = made.get(name) ?? make(target);
    // The one that was used last stands last.
    made.delete(name);
    made.set(name, found);
    const [oldest] = made.keys();
    if (made.size > MOST && oldest !== undefined) made.delete(oldest);
    return found;
  };
}
