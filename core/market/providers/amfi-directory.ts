import type { Clock, Http } from '../../platform/index.ts';
import type { FundDirectory, FundEntry } from '../history/index.ts';
import { navListFailure, navOf } from './amfi.ts';
import { createNavList } from './nav-list.ts';
import type { NavTable } from './nav-table.ts';

/** AMFI's list as the directory of Indian mutual funds: which scheme an ISIN, or an exact name, is of. */
export function createAmfiDirectory(http: Http, clock: Clock): FundDirectory {
  const list = createNavList(http, clock);
  return {
    async find(wanted, signal) {
      if (wanted.length === 0) return [];
      try {
        const table = await list.read(
          (kept) => wanted.every((fund) => entryOf(kept, fund).failure === null),
          signal,
        );
        return wanted.map((fund) => entryOf(table, fund));
      } catch (error) {
        const failure = navListFailure(error);
        return wanted.map(() => ({ scheme: null, failure }));
      }
    },
  };
}

function entryOf(table: NavTable, fund: { isin: string | null; name: string }): FundEntry {
  const nav = navOf(table, fund);
  if (nav === null) return { scheme: null, failure: 'NAME_AMBIGUOUS' };
  const scheme = nav === undefined ? undefined : table.scheme(nav.scheme_code);
  return scheme === undefined ? { scheme: null, failure: 'NAV_UNRESOLVED' } : { scheme, failure: null };
}
