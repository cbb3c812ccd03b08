/** Two runs of research with whole reports of one share: the later one stands against the earlier, its baseline. */
import type { Core } from '../../core/assembly/index.ts';
import { istInstant } from '../../core/platform/index.ts';
import {
  storeBaseline,
  storeComparison,
  storeOutcomes,
  storeReport,
  storeRun,
  wholeReport,
} from './stored-dossier.ts';

export const FIRST_AT = istInstant('2026-10-01', '09:30');
export const SECOND_AT = istInstant('2026-10-03', '09:30');

/** @returns both runs; the second is stronger, and has outcomes after 5 and 20 sessions */
export async function storeHistory(
  core: Pick<Core, 'database'>,
  { owner, instrumentId }: { owner: string; instrumentId: string },
): Promise<{ first: string; second: string }> {
  const whole = async (at: Date): Promise<string> => {
    const id = await storeRun(core, { owner, instrumentId, at });
    await storeReport(core, id, { owner, payload: wholeReport({ run_id: id }), at: FIRST_AT });
    return id;
  };
  const first = await whole(FIRST_AT);
  const second = await whole(SECOND_AT);
  const baselineId = await storeBaseline(core, first, { owner, instrumentId, at: FIRST_AT });
  await storeComparison(core, second, {
    owner,
    baselineId,
    classification: 'STRENGTHENING',
    reasons: ['The rating rose from Hold to Overweight.'],
    at: SECOND_AT,
  });
  await storeOutcomes(core, second, {
    owner,
    at: SECOND_AT,
    outcomes: [
      {
        horizon_days: 5,
        from_day: '2026-10-03',
        to_day: '2026-10-10',
        return_pct: 3.2,
        reason: null,
        benchmark: 'NIFTY 50',
        benchmark_return_pct: -0.4,
        benchmark_reason: null,
      },
      {
        horizon_days: 20,
        from_day: '2026-10-03',
        to_day: '2026-10-31',
        return_pct: null,
        reason: 'The share was not traded on 31 Oct 2026.',
        benchmark: null,
        benchmark_return_pct: null,
        benchmark_reason: 'No index belongs to it.',
      },
    ],
  });
  return { first, second };
}
