import { OutsideError } from '../../platform/index.ts';
import { type HistoryInstrument, type HistoryOutcome, noHistory } from '../history/index.ts';
import { outsideFailure } from '../quotes/index.ts';

/** After so many faults of the system in a row, the rest is not asked for: it is down. */
const FAULTS_MEAN_DOWN = 5;

/**
 * Asks for the history of one instrument after the other, some at once; the outcomes are in the order of the instruments,
 * and no fault of the outside is thrown.
 * @param isMalformed whether an error says that the answer was none of the source's.
 */
export async function oneByOne(
  instruments: readonly HistoryInstrument[],
  {
    atOnce,
    ask,
    isMalformed,
  }: {
    atOnce: number;
    ask: (instrument: HistoryInstrument) => Promise<HistoryOutcome>;
    isMalformed: (error: unknown) => boolean;
  },
): Promise<HistoryOutcome[]> {
  const outcomes: HistoryOutcome[] = [];
  let next = 0;
  let faults = 0;
  let down: HistoryOutcome | null = null;
  const one = async (instrument: HistoryInstrument): Promise<HistoryOutcome> => {
    if (down !== null) return down;
    try {
      const outcome = await ask(instrument);
      faults = 0;
      return outcome;
    } catch (error) {
      if (isMalformed(error)) return noHistory('PROVIDER_MALFORMED');
      const failed = noHistory(outsideFailure(error));
      if (error instanceof OutsideError && (faults += 1) >= FAULTS_MEAN_DOWN) down ??= failed;
      return failed;
    }
  };
  const worker = async (): Promise<void> => {
    while (next < instruments.length) {
      const at = next;
      next += 1;
      const instrument = instruments[at];
      if (instrument !== undefined) outcomes[at] = await one(instrument);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return outcomes;
}
