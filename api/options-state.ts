import type { Timers } from '../core/platform/index.ts';

/** The store is looked at so often, and an answer waits for a look so long. */
const LOOK_MS = 1_000;

const AWAY = 'away; the portfolio works without it. The log has the reason.';
const SLOW = 'does not answer; the portfolio works without it.';

/**
 * How the options workspace is, for /readyz: null where it answers. Many who ask cost one look a second, and one that hangs
 * keeps nobody waiting. Why it is away is not for strangers: it names a file.
 */
export function createOptionsState(
  check: () => Promise<string | null>,
  timers: Timers,
): () => Promise<string | null> {
  let look: { at: number; answer: Promise<string | null> } | null = null;
  let isLooking = false;
  return async () => {
    if (look === null || (!isLooking && timers.now() - look.at >= LOOK_MS)) {
      isLooking = true;
      const answer = check()
        .then((wrong) => (wrong === null ? null : AWAY))
        .catch(() => AWAY)
        .finally(() => {
          isLooking = false;
        });
      look = { at: timers.now(), answer };
    }
    const given = new AbortController();
    const late = timers.sleep(LOOK_MS, given.signal).then(
      () => SLOW,
      () => SLOW,
    );
    try {
      return await Promise.race([look.answer, late]);
    } finally {
      given.abort();
    }
  };
}
