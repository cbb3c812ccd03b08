import type { Instrument } from '../../market/instruments/index.ts';
import { whyIneligible } from './eligibility.ts';

type Candidate = Pick<Instrument, 'id' | 'symbol' | 'asset_class' | 'delisted_on'>;

/** What a look for the next share came to; everything in it is recorded, so that it has had its turn in this cycle. */
export interface Rotation {
  /** Null where every candidate has had its turn. */
  picked: Candidate | null;
  skipped: { instrument_id: string; symbol: string; reason: string }[];
}

/**
 * The next share of a rotation (research/Run creation rules 3), for the daily rechecks of theses, which are still to come
 * (PORTFOLIO_AI_RESEARCH_SCHEDULE_ENABLED); nothing picks shares by itself before that. What the gate refuses is passed over and counts as done in
 * this cycle; in the next it is looked at anew, as it is classified then.
 * @param recorded ids that have had their turn in this cycle, picked or skipped.
 * @param day in India, YYYY-MM-DD.
 */
export function nextInRotation(
  candidates: readonly Candidate[],
  recorded: ReadonlySet<string>,
  day: string,
): Rotation {
  const skipped: Rotation['skipped'] = [];
  for (const one of candidates) {
    if (recorded.has(one.id)) continue;
    const reason = whyIneligible(one, { mode: 'CURRENT', day });
    if (reason === null) return { picked: one, skipped };
    skipped.push({ instrument_id: one.id, symbol: one.symbol, reason });
  }
  return { picked: null, skipped };
}
