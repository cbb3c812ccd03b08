import { type Clock, type Http, OutsideError } from '../../platform/index.ts';
import { askPlainly } from './plain-transport.ts';
import type { Transport } from './transport.ts';

/** SEC turns away for so long who asked too often, or did not say who asks. */
const BLOCK_MS = 600_000;

/** How SEC's hosts are asked. They want to know who asks; after a refusal nobody asks until the block is over. */
export function createSec(contact: string, clock: Clock): (http: Http) => Transport {
  let blockedUntil = 0;

  return (http) => ({
    async ask(request, signal) {
      const left = blockedUntil - clock.now().getTime();
      if (left > 0)
        throw new OutsideError(
          'SEC',
          'rate_limited',
          'turned Munim away and is left alone for ten minutes.',
          {
            status: 403,
            retryAfterMs: left,
          },
        );
      try {
        return await askPlainly(http, request, { 'user-agent': `Munim ${contact}`, accept: '*/*' }, signal);
      } catch (error) {
        if (error instanceof OutsideError && error.status === 403)
          blockedUntil = clock.now().getTime() + BLOCK_MS;
        throw error;
      }
    },
  });
}
