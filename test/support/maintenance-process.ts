import { createCore } from '../../core/assembly/index.ts';
import { createLog, parseConfig } from '../../core/platform/index.ts';
import { heldClock } from './core.ts';
import { leapingTimers } from './leaping-timers.ts';

/**
 * A jobs process for tests that hold its clock: takes its configuration from the environment, does one round of broker
 * maintenance, or refreshes everybody's prices, at each time it receives, and reports the end.
 */
const config = parseConfig();
const clock = heldClock('2026-01-01T00:00:00.000Z');
const core = await createCore({
  config,
  isSeparationTried: true,
  ownerUrl: config.DATABASE_URL ?? '',
  clock,
  log: createLog('silent'),
  outsideTimers: leapingTimers(),
});
process.on('message', ({ at, work }: { at: string; work: 'maintain' | 'refresh' }) => {
  clock.at = new Date(at);
  const begun =
    work === 'maintain' ? core.brokers.maintain(new AbortController().signal) : core.prices.refreshAll();
  begun.then(
    (told: unknown) => process.send?.({ told }),
    (error: unknown) => process.send?.({ failed: String(error) }),
  );
});
process.once('disconnect', () => void core.close().then(() => process.exit(0)));
process.send?.({ told: 'ready' });
