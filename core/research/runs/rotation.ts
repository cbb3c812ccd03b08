import type { Instrument } from '../../market/instruments/index.ts';
import { whyIneligible } from './eligibility.ts';

export type Candidate = Pick<Instrument, 'id' | 'symbol' | 'asset_class' | 'delisted_on'>;

/** What a look for the next share came to; everything in it is recorded, so that it has had its turn in this cycle. */
interface Rotation<C extends Candidate = Candidate> {
  /** Null where every candidate has had its turn. */
  picked: C | null;
  skipped: { candidate: C; instrument_id: string; symbol: string; reason: string }[];
}

/**
 * The next share of a rotation (research/Run creation rules 3). The daily recheck of pinned theses asks it what to look at
 * again. What the gate refuses is passed over and counts as done in this cycle; in the next it is looked at anew, as it is
 * classified then.
 * @param isRecorded whether a candidate has had its turn in this cycle, picked or skipped.
 * @param day in India, YYYY-MM-DD.
 */
export function nextInRotation<C extends Candidate>(
  candidates: readonly C[],
  isRecorded: (candidate: C) => boolean,
  day: string,
): Rotation<C> {
  const skipped: Rotation<C>['skipped'] = [];
  for (const one of candidates) {
    if (isRecorded(one)) continue;
    const reason = whyIneligible(one, { mode: 'CURRENT', day });
    if (reason === null) return { picked: one, skipped };
    skipped.push({ candidate: one, instrument_id: one.id, symbol: one.symbol, reason });
  }
  return { picked: null, skipped };
}
