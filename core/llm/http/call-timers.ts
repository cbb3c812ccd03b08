import { onAbort } from '../../platform/index.ts';
import type { CallTimers } from '../port/index.ts';

/** Longer than this Node's timers cannot wait. */
const LONGEST_MS = 2 ** 31 - 1;

/** The three timers of one call, and its caller's signal. */
export interface CallWatch {
  readonly signal: AbortSignal;
  /** Who ended the call before its end; null where nobody did. */
  readonly endedBy: 'caller' | 'first byte' | 'idle' | 'total' | null;
  /** Bytes came. */
  seen(this: void): void;
  /** No timer and no listener stays behind. Frees a connection that was left half read. */
  stop(this: void): void;
}

/** Starts the timers. @param isStreamed only then does the first byte come long before the last */
export function watchCall(caller: AbortSignal, timers: CallTimers, isStreamed: boolean): CallWatch {
  const controller = new AbortController();
  let endedBy: CallWatch['endedBy'] = null;
  const end = (by: NonNullable<CallWatch['endedBy']>): void => {
    endedBy ??= by;
    controller.abort();
  };
  const after = (ms: number, by: 'first byte' | 'idle' | 'total') =>
    setTimeout(() => end(by), Math.min(ms, LONGEST_MS));
  const total = after(timers.totalMs, 'total');
  const first = isStreamed ? after(timers.firstByteMs, 'first byte') : undefined;
  let idle: NodeJS.Timeout | null = null;
  const forget = onAbort(caller, () => end('caller'));
  return {
    signal: controller.signal,
    get endedBy() {
      return endedBy;
    },
    seen() {
      if (idle !== null) return void idle.refresh();
      clearTimeout(first);
      idle = after(timers.idleMs, 'idle');
    },
    stop() {
      clearTimeout(total);
      clearTimeout(first);
      if (idle !== null) clearTimeout(idle);
      forget();
      controller.abort();
    },
  };
}
