import type { Run } from './job.ts';
import type { JobContext } from './job-context.ts';
import { isTransient } from './transient.ts';

/**
 * Fetches the exchange rates of the last days, and of days of transactions that have none, for the currencies that
 * somebody's portfolios mix. A pair that fails keeps its last rates; where that may pass, the run is tried again.
 */
export async function fetchFxRates(
  context: Pick<JobContext, 'fx'>,
  run: Pick<Run, 'signal'>,
): Promise<string> {
  const { pairs, changed, failed } = await context.fx.keepUp(run.signal);
  const lacking =
    failed.length === 0
      ? ''
      : `; none for ${failed.map(({ pair, reason }) => `${pair} (${reason})`).join(', ')}`;
  const told =
    pairs === 0 ? 'all portfolios are in one currency' : `${changed} days of ${pairs} pairs${lacking}`;
  if (failed.some(({ reason }) => isTransient(reason))) throw new Error(`Exchange rates: ${told}.`);
  return told;
}
