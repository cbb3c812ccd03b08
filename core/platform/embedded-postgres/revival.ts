import type { Timers } from '../clock.ts';
import { reasonOf } from './errors.ts';

/** What goes on while the server is away. */
interface Revival {
  /** Tries without end, with growing pauses; null when it is broken off by the signal. */
  untilDone<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T | null>;
  /** One line about why the server is away, without anything secret; null while it is there. */
  outage(): string | null;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** A server that ends again within this time has not come back for good: the pauses go on growing. */
const SOON_MS = 60_000;

/** Starts the server again for as long as it takes, and knows how that goes. Each failure is told in one line. */
export function createRevival(timers: Timers, tell: (line: string) => void): Revival {
  let tries = 0;
  let reason: string | null = null;
  let nextAt: number | null = null;
  let isAway = false;
  let cameBackAt = Number.NEGATIVE_INFINITY;

  const pause = async (signal: AbortSignal): Promise<void> => {
    const ms = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(tries - 1, 10), LONGEST_PAUSE_MS);
    nextAt = timers.now() + ms;
    tell(
      `The embedded Postgres cannot be started: ${reason ?? ''} (try ${tries}). Trying again in ${inSeconds(ms)}.`,
    );
    await timers.sleep(ms, signal).catch(() => undefined);
    nextAt = null;
  };

  return {
    async untilDone(attempt, signal) {
      isAway = true;
      if (timers.now() - cameBackAt > SOON_MS) tries = 0;
      else reason = 'it stopped again soon after starting';
      if (tries > 0) await pause(signal);
      while (!signal.aborted) {
        tries += 1;
        try {
          const done = await attempt();
          cameBackAt = timers.now();
          isAway = false;
          reason = null;
          return done;
        } catch (error) {
          if (signal.aborted) break;
          reason = reasonOf(error);
          await pause(signal);
        }
      }
      return null;
    },
    outage() {
      if (!isAway) return null;
      if (reason === null) return 'the embedded Postgres stopped and is restarting';
      const what = `the embedded Postgres cannot be started: ${reason}`;
      return nextAt === null
        ? `${what} (try ${tries} is under way)`
        : `${what} (try ${tries}, next in ${inSeconds(nextAt - timers.now())})`;
    },
  };
}

function inSeconds(ms: number): string {
  return `${Math.max(1, Math.round(ms / 1000))} s`;
}
