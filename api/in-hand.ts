import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Core } from '../core/assembly/index.ts';
import { endAnnounced, type Principal, signedInId } from '../core/identity/index.ts';
import { sessionOfIngest, unknownIngestToken } from '../core/options/index.ts';
import { Problem, unavailability } from '../core/platform/index.ts';
import { sessionToken } from './auth.ts';
import type { ApiContext } from './context.ts';
import { unauthenticated } from './errors.ts';
import { Reply } from './route.ts';
import { apiToken, pausedToken, refusedToken } from './token-access.ts';

interface InHand {
  principal: Principal;
  res: ServerResponse;
  end: () => void;
}

interface Asked {
  ctx: ApiContext;
  asking: Principal;
  /** A trading process of a paused person is answered too. */
  isPausedEnough: boolean;
}

const ENDED = Symbol('ended');

/**
 * Requests in hand of people and their keys. When a session or a token ends, or a person is shut out, in whatever process, its
 * requests are answered 401 at once, and an answer that is already flowing is broken off.
 */
export function createInHand({ identity, listener }: Pick<Core, 'identity' | 'listener'>) {
  const { signIn, tokens } = identity;
  const requests = new Set<InHand>();
  listener.on('session_ended', (payload) => {
    const ended = endAnnounced(payload);
    if (ended === null) return;
    for (const { principal, res, end } of requests) {
      const isIts =
        'userId' in ended ? signedInId(principal) === ended.userId : principal.sessionId === ended.sessionId;
      if (!isIts) continue;
      end();
      if (res.headersSent) res.destroy();
    }
  });

  function hold(principal: Principal, res: ServerResponse): { ended: Promise<void>; release: () => void } {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const request: InHand = { principal, res, end };
    requests.add(request);
    return { ended, release: () => void requests.delete(request) };
  }

  const isIngest = ({ sessionId, userId }: Principal): boolean => sessionId === sessionOfIngest(userId);

  /** True while the session, token or person may still enter: by this process's knowledge, or asked of the database. */
  async function isStillIn({ ctx, asking, isPausedEnough }: Asked, anew: boolean): Promise<boolean> {
    const scripts = apiToken(ctx.req);
    if (scripts !== null)
      return (await (anew ? tokens.authenticateAnew(scripts) : tokens.authenticate(scripts))) !== null;
    const { userId } = asking;
    if (isIngest(asking))
      return (
        (await (anew ? identity.isThere(userId) : identity.isAdmitted(userId))) ||
        (isPausedEnough && (await identity.isPaused(userId)))
      );
    const token = sessionToken(ctx.req);
    if (token === null) return false;
    return (await (anew ? signIn.authenticateAnew(token) : signIn.authenticate(token))) !== null;
  }

  /** The refusal of a request whose session or token ended while it was in hand. */
  async function endedMeanwhile({ ctx, asking }: Asked): Promise<Problem> {
    if (asking.token === undefined && !isIngest(asking)) return unauthenticated();
    if (await identity.isPaused(asking.userId).catch(() => false)) return pausedToken(ctx);
    return asking.token === undefined ? unknownIngestToken() : refusedToken(ctx);
  }

  return {
    /**
     * The answer of a request, unless its session or token ends meanwhile: then it is refused, whatever comes of its work.
     * @throws Problem 401
     */
    async answer(asked: Asked, begin: () => Promise<unknown>): Promise<unknown> {
      const { ended, release } = hold(asked.asking, asked.ctx.res);
      let isFlowing = false;
      const work = begin();
      try {
        const result = await Promise.race([work, ended.then(() => ENDED)]);
        // By this process's own knowledge: no query, so it answers without a database too.
        if (result !== ENDED && (await isStillIn(asked, false).catch(() => true))) {
          if (result instanceof Reply && result.body instanceof Readable) {
            isFlowing = true;
            result.body.once('close', release);
          }
          return result;
        }
      } catch (error) {
        // It may have failed because another process removed the person a moment ago.
        if (!mayBeOfTheGone(error) || (await isStillIn(asked, true).catch(() => true))) throw error;
      } finally {
        if (!isFlowing) release();
      }
      // Its result has no reader any more.
      work.catch(() => undefined);
      throw await endedMeanwhile(asked);
    },
  };
}

/** True for a failure that may come from rows deleted with their person. A database that is away is not asked again. */
const mayBeOfTheGone = (error: unknown): boolean =>
  error instanceof Problem ? [401, 403, 404, 409].includes(error.status) : unavailability(error) === null;
