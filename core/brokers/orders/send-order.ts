import {
  type Clock,
  type Limiter,
  sendOnce,
  type SingleRequest,
  type SingleSend,
} from '../../platform/index.ts';
import type { PlaceOptions } from './gateway.ts';

const TIMEOUT_MS = 10_000;
const MOST_BYTES = 200_000;
/** Clocks are corrected by so much without anybody having slept. */
const CORRECTED_MS = 5_000;

interface OrderSender {
  /** Waits for a turn and sends the order once. Never throws. */
  send(request: SingleRequest, options: PlaceOptions): Promise<SingleSend>;
}

/** Sends orders of one account, each once, within the broker's rate for orders, which reads do not use up. */
export function createOrderSender(parts: {
  limiter: Limiter;
  clock: Clock;
  timeoutMs?: number;
}): OrderSender {
  const { clock, limiter, timeoutMs = TIMEOUT_MS } = parts;
  return {
    async send(request, { signal, notAfter = Number.POSITIVE_INFINITY }) {
      const called = { at: performance.now(), wall: clock.now().getTime() };
      /** A machine that was suspended knows it by its wall clock alone. */
      const hasSlept = () => {
        const passed = performance.now() - called.at;
        return clock.now().getTime() - called.wall - passed > CORRECTED_MS;
      };
      const isStillWanted = () => performance.now() <= notAfter && !hasSlept();
      const begun: Promise<SingleSend>[] = [];
      try {
        return await limiter.run(async () => {
          const sending = sendOnce(request, {
            timeoutMs,
            maxBytes: MOST_BYTES,
            isStillWanted,
            ...(signal === undefined ? {} : { signal }),
          });
          begun.push(sending);
          return await sending;
        }, signal);
      } catch {
        // The turn was not given: stopped while waiting, or nobody to ask for one. Where it was, its outcome counts.
        const [sending] = begun;
        if (sending !== undefined) return await sending;
        const why = signal?.aborted === true ? 'aborted' : 'not connected';
        return { kind: 'not sent', why, code: null };
      }
    },
  };
}
