import type { Run } from './job.ts';
import type { JobContext } from './job-context.ts';

export const PRICE_HISTORY = 'daily_price_history';

/**
 * Brings the history of closes up to date: the sessions that the exchange has published since, and what held instruments
 * lack; what is held and knows no newer price takes the last close. A session that is not published yet comes with the
 * next run, so only a run without any answer is tried again.
 */
export async function keepPriceHistory(
  context: Pick<JobContext, 'backfill' | 'closes'>,
  run: Pick<Run, 'signal'>,
): Promise<string> {
  const { sessions, asked, failed, added } = await context.backfill.keepUp(run.signal);
  const { priced } = await context.closes.priceEverybody(run.signal);
  const unavailable = sessions.filter(({ failure }) => failure !== null);
  const isSilent = sessions.length + asked > 0 && unavailable.length === sessions.length && failed === asked;
  if (isSilent && unavailable.some(({ failure }) => failure?.startsWith('PROVIDER_') === true))
    throw new Error(
      `No closes of ${unavailable.map(({ day, failure }) => `${day} (${failure})`).join(', ')}.`,
    );
  const told = [
    `${added} closes`,
    ...(sessions.length > 0
      ? [`${sessions.length - unavailable.length} of ${sessions.length} sessions`]
      : []),
    ...(asked > 0 ? [`${asked - failed} of ${asked} held instruments`] : []),
    ...(priced > 0 ? [`${priced} holdings priced from them`] : []),
  ];
  return told.join(', ');
}
