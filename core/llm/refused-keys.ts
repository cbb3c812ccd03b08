import { type ModelAnswer, type Provider, ProviderError } from './port/index.ts';

/** Accounts that are remembered; the oldest is forgotten first. */
const MOST = 1_000;

/**
 * Remembers which keys were refused when they were last used, for the settings page: the chain goes on to the next provider,
 * so that otherwise nobody would notice. Another key or address is another account. Forgotten with the process.
 */
export function createRefusals() {
  const refused = new Set<string>();
  const accountOf = ({ id, account }: Pick<Provider, 'id' | 'account'>): string => account ?? id;
  return {
    has: (provider: Provider): boolean => refused.has(accountOf(provider)),
    async watched(provider: Provider, call: Promise<ModelAnswer>): Promise<ModelAnswer> {
      const account = accountOf(provider);
      try {
        const answer = await call;
        refused.delete(account);
        return answer;
      } catch (error) {
        if (error instanceof ProviderError && error.failure.class === 'AUTH') refused.add(account);
        const [oldest] = refused;
        if (refused.size > MOST && oldest !== undefined) refused.delete(oldest);
        throw error;
      }
    },
  };
}
