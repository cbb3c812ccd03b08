import { createCore } from '../../core/assembly/index.ts';
import { createLog, parseConfig } from '../../core/platform/index.ts';
import { createScheduler } from '../../jobs/scheduler.ts';
import { schedule } from '../../jobs/schedule.ts';
import { heldClock } from './core.ts';
import { leapingTimers } from './leaping-timers.ts';

/**
 * A jobs process for tests that hold its clock: takes its configuration from the environment, does one round of broker
 * maintenance, refreshes everybody's prices, records the hour, or shows the owner a sample, at each time it receives, and reports the end.
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
const hours = createScheduler(core, {
  schedule: schedule.filter(({ name }) => name === 'hourly_portfolio_snapshot'),
  withAgenda: false,
  withTimer: false,
});
const WORK = {
  maintain: async () => await core.brokers.maintain(new AbortController().signal),
  refresh: async () => await core.prices.refreshAll(),
  hour: async () => await hours.sweep(),
  sample: async () => await core.sample.show((await core.identity.users.ensureOwner()).id),
};
process.on('message', ({ at, work }: { at: string; work: keyof typeof WORK }) => {
  clock.at = new Date(at);
  const begun: Promise<unknown> = WORK[work]();
  begun.then(
    (told: unknown) => process.send?.({ told }),
    (error: unknown) => process.send?.({ failed: String(error) }),
  );
});
process.once('disconnect', () => void core.close().then(() => process.exit(0)));
process.send?.({ told: 'ready' });
