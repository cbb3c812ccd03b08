import type { Core } from '../core/assembly/index.ts';
import { type Claim, isWebPushOn } from '../core/notifications/index.ts';
import { createOutboxWorker, type OutboxWorker } from '../core/platform/index.ts';
import { pagePath } from './push-buttons.ts';

/**
 * Sends due deliveries to the push services of browsers; null if notices to browsers are switched off. A press opens the page
 * of the notice: a notice itself can approve or answer nothing.
 */
export function createBrowserPush(core: Core): OutboxWorker | null {
  const { config, notifications, listener, clock, log } = core;
  if (!isWebPushOn(config)) return null;
  return createOutboxWorker<Claim>({
    claim: (limit) => notifications.claimDeliveries(['browser'], limit),
    nextDueAt: () => notifications.nextDueAt(['browser']),
    release: (claim) => notifications.release(claim),
    withLease: notifications.withLease,
    deliver: (claim) => notifications.browsers.deliver(claim, pagePath(claim)),
    // One push service that does not answer must not hold up the others.
    laneOf: () => null,
    dueChannel: 'deliveries_due',
    listener,
    clock,
    log,
  });
}
