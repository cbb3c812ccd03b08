import type { Http } from '../../platform/index.ts';
import {
  AMFI_ID,
  type HistoryInstrument,
  type HistoryOutcome,
  type HistoryProvider,
  noHistory,
} from '../history/index.ts';
import { NotANavHistory, readNavHistory } from './mfapi-body.ts';
import { oneByOne } from './one-by-one.ts';

const AT_ONCE = 2;

/** mfapi.in: the values of an Indian mutual fund since its beginning, as AMFI published them, in one answer. */
export function createMfapi(http: Http): HistoryProvider {
  async function ask(
    { external_id, isin }: HistoryInstrument,
    wanted: { from: string; to: string },
    signal: AbortSignal | undefined,
  ): Promise<HistoryOutcome> {
    const code = external_id?.slice(AMFI_ID.length) ?? '';
    const { status, body } = await http.json(`/mf/${encodeURIComponent(code)}`, {
      accept: /^application\/json\b/i,
      // Says in JSON that there is no such scheme.
      alsoAnswers: [404],
      ...(signal === undefined ? {} : { signal }),
    });
    return status === 404 ? noHistory('NOT_FOUND') : readNavHistory(body, { ...wanted, code, isin });
  }

  return {
    name: 'MFAPI',
    source: 'MFAPI',
    covers: ({ asset_class, currency, external_id }) =>
      asset_class === 'Mutual Fund' && currency === 'INR' && external_id?.startsWith(AMFI_ID) === true,
    closes: async (instruments, from, to, signal) =>
      await oneByOne(instruments, {
        atOnce: AT_ONCE,
        ask: (instrument) => ask(instrument, { from, to }, signal),
        isMalformed: (error) => error instanceof NotANavHistory,
      }),
  };
}
