/*
 * A process that takes signals and writes the funnel down without a pause, to be killed at any moment. It prints the number of
 * each batch once that is acknowledged, and `counted` after each checkpoint.
 * Arguments: the data folder, the person, the number of the first batch.
 */
import { createCollector } from '../../core/options/funnel/index.ts';
import { createIngest } from '../../core/options/ingest/index.ts';
import { createOptionsStore } from '../../core/options/store/index.ts';
import { createLog, parseConfig, systemClock } from '../../core/platform/index.ts';
import { signalsOf } from './signal-batches.ts';
import { PATIENT_LIMITS } from './time-limits.ts';

const [dataDir = '', userId = '', first = '0'] = process.argv.slice(2);
const context = {
  config: parseConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }),
  log: createLog('silent'),
  clock: systemClock,
};
const store = createOptionsStore(context, PATIENT_LIMITS);
const collector = createCollector(context, store);
const ingest = createIngest(context, store, { afterBatch: [collector.afterBatch] });

for (let batch = Number(first); ; batch += 1) {
  const [taken] = await Promise.all([
    ingest(userId, signalsOf(batch)),
    // Two at once, as the checkpoint of a server comes into its reports.
    collector.checkpoint(userId).then(() => process.stdout.write('counted\n')),
  ]);
  if (taken.rejected.length > 0) throw new Error(JSON.stringify(taken.rejected));
  process.stdout.write(`${batch}\n`);
}
