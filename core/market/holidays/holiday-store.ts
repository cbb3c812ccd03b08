import type { DbTransaction } from '../../platform/index.ts';
import { type ListedYear, readEntries } from '../calendar/index.ts';
import type { ListDifference, MergedYear } from './merge-list.ts';

interface HolidayListRow extends ListedYear {
  differences: ListDifference[];
  read_at: Date;
}

/** All lists that were read, by exchange and year. Entries that no version writes are left out. */
export async function readHolidayLists(trx: DbTransaction): Promise<HolidayListRow[]> {
  const rows = (await trx('market.holiday_lists').orderBy(['exchange', 'year'])) as HolidayListRow[];
  return rows.map((row) => ({ ...row, entries: readEntries(row.entries).entries }));
}

/** Stores a year, and its differences as of this reading. */
export async function keepHolidayList(
  trx: DbTransaction,
  { listed: { entries, ...row }, differences }: MergedYear,
  at: Date,
): Promise<void> {
  const written = {
    ...row,
    entries: JSON.stringify(entries),
    differences: JSON.stringify(differences),
    read_at: at,
  };
  await trx('market.holiday_lists').insert(written).onConflict(['exchange', 'year']).merge();
}
