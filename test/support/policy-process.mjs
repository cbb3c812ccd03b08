import { createCore } from '../../core/assembly/index.ts';
import { createLog, istDate, istInstant, parseConfig } from '../../core/platform/index.ts';

/**
 * A jobs process for tests that hold its clock: takes its configuration from the environment, and from one evening to another
 * (arguments) does what the scheduler does each evening. A start of its own comes a few minutes later each time, as after a
 * crash, so that a lease that a killed one left has ended.
 */
const [from = '', to = '', minutes = '0'] = process.argv.slice(2);
const config = parseConfig();
const clock = { at: istInstant(from, '20:00'), now: () => new Date(clock.at) };
const core = await createCore({
  config,
  isSeparationTried: true,
  ownerUrl: config.DATABASE_URL ?? '',
  clock,
  log: createLog('silent'),
});
const never = new AbortController().signal;
process.stdout.write('ready\n');
for (const day of core.calendar.sessionsBetween('NSE', from, to)) {
  clock.at = new Date(istInstant(day, '20:00').getTime() + Number(minutes) * 60_000);
  if (istDate(clock.at) !== day) throw new Error('too many starts for one evening');
  await core.policies.cycles.advanceAll(never);
}
process.stdout.write('done\n');
await core.close();
