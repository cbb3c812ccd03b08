import { openClient } from '../database/index.ts';
import { TIME_LIMITS } from '../time-limits.ts';
import type { BackupHoldings } from './backup-check.ts';
import { includedRows, readTables } from './catalogue.ts';
import { type BackupTable, countLines, type Decoded, decode } from './format.ts';

const TRANSACTIONS = 'portfolio.transactions';
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads all of a backup and tells what it holds. @throws BackupError as `decode` does */
export async function previewBackup(file: string): Promise<Decoded & { holds: BackupHoldings }> {
  const days: { from: string | null; to: string | null } = { from: null, to: null };
  const decoded = await decode(file, {
    async table({ name, columns }: BackupTable, rows) {
      const at = name === TRANSACTIONS ? columns.indexOf('trade_date') : -1;
      let count = 0;
      for await (const block of rows) {
        count += countLines(block);
        if (at < 0) continue;
        for (const line of block.toString('utf8').split('\n')) {
          const day = line.split('\t')[at] ?? '';
          if (!DAY.test(day)) continue;
          if (days.from === null || day < days.from) days.from = day;
          if (days.to === null || day > days.to) days.to = day;
        }
      }
      return count;
    },
  });
  return { ...decoded, holds: holdingsOf(decoded.rows, days) };
}

/** What the database holds of that which backups hold, and its transactions of days after `day`; null without tables. */
export async function presentHoldings(
  url: string,
  day: string | null,
): Promise<{ holds: BackupHoldings; newer: number } | null> {
  const client = openClient(url, { name: `munim restore:${process.pid}`, limits: TIME_LIMITS.maintenance });
  await client.connect();
  try {
    const rows: Record<string, number> = {};
    const number = async (from: string, values: unknown[] = []): Promise<number> => {
      const found = await client.query<{ count: string }>(
        `select count(*)::text as count from ${from}`,
        values,
      );
      return Number(found.rows[0]?.count);
    };
    for (const { name } of await readTables(client)) {
      const included = includedRows(name);
      if (included !== null) rows[name] = await number(`${name} where ${included}`);
    }
    if (rows[TRANSACTIONS] === undefined) return null;
    const { rows: days } = await client.query<Pick<BackupHoldings, 'from' | 'to'>>(
      `select min(trade_date)::text as "from", max(trade_date)::text as "to" from ${TRANSACTIONS}`,
    );
    const newer = await number(`${TRANSACTIONS} where $1::date is null or trade_date > $1::date`, [day]);
    return { holds: holdingsOf(rows, days[0] ?? { from: null, to: null }), newer };
  } finally {
    await client.end().catch(() => {});
  }
}

/** @param rows number of rows by table @param days of the first and the last transaction */
export function holdingsOf(
  rows: Record<string, number>,
  days: Pick<BackupHoldings, 'from' | 'to'>,
): BackupHoldings {
  const areas = new Map<string, number>();
  for (const [table, count] of Object.entries(rows)) {
    const area = table.slice(0, table.indexOf('.'));
    areas.set(area, (areas.get(area) ?? 0) + count);
  }
  return {
    persons: rows['identity.users'] ?? 0,
    areas: [...areas]
      .map(([area, count]) => ({ area, rows: count }))
      .filter((one) => one.rows > 0)
      .toSorted((a, b) => b.rows - a.rows || (a.area < b.area ? -1 : 1)),
    ...days,
  };
}
