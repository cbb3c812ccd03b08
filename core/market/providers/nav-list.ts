import { type Clock, type Http, OutsideError } from '../../platform/index.ts';
import { type NavTable, NotANavList, readNavs } from './nav-table.ts';

/** A list is good for that long for the funds it knows; one that it does not know has it fetched again. */
const KEPT_MS = 10 * 60_000;

/** AMFI's daily list of net asset values, fetched whole and kept for a while. */
interface NavList {
  /**
   * @param isEnough whether a list that was fetched a while ago answers the question.
   * @throws OutsideError, NotANavList
   */
  read(isEnough: (kept: NavTable) => boolean, signal?: AbortSignal): Promise<NavTable>;
}

export function createNavList(http: Http, clock: Clock): NavList {
  let kept: { table: NavTable; at: number } | null = null;
  let fetching: Promise<NavTable> | null = null;

  async function fetchTable(signal: AbortSignal | undefined): Promise<NavTable> {
    const once = () =>
      http.lines(
        '/spages/NAVAll.txt',
        // Some of AMFI's servers say nothing better than octet-stream.
        {
          accept: /^(text\/plain|application\/octet-stream|$)/i,
          ...(signal === undefined ? {} : { signal }),
        },
        readNavs,
      );
    try {
      return await once();
    } catch (error) {
      if (!(error instanceof OutsideError || error instanceof NotANavList) || signal?.aborted) throw error;
      return await once();
    }
  }

  return {
    async read(isEnough, signal) {
      if (kept !== null && clock.now().getTime() - kept.at < KEPT_MS && isEnough(kept.table))
        return kept.table;
      // Whoever comes while a list is on its way waits for the same one.
      fetching ??= fetchTable(signal).finally(() => (fetching = null));
      const table = await fetching;
      kept = { table, at: clock.now().getTime() };
      return table;
    },
  };
}
