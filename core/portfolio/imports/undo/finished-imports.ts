import { type Context, keptCount, type Page, pageWindow } from '../../../platform/index.ts';
import { ImportModel } from '../../models.ts';
import { formatTitle, resultOf } from '../import-preview.ts';
import { countUndecided } from '../undecided-store.ts';
import type { FinishedImport, FinishedImportsQuery } from './view.ts';

/** Imports that were committed, the newest first, each with what of it is still on record. */
export function createFinishedImports({ database }: Context) {
  return {
    async list(this: void, userId: string, query: FinishedImportsQuery): Promise<Page<FinishedImport>> {
      const { page, page_size, offset } = pageWindow(query);
      return await database.asUser(userId, async (trx) => {
        const status = ['COMMITTED', 'UNDONE'] as const;
        const total = await keptCount(trx, 'portfolio.imports', { status });
        const rows = await ImportModel.query(trx)
          .whereIn('status', status)
          .orderBy([
            { column: 'committed_at', order: 'desc' },
            { column: 'id', order: 'desc' },
          ])
          .limit(page_size)
          .offset(offset);
        const { rows: left } = await trx.raw<{
          rows: { import_id: string; transactions: number; portfolios: string[] }[];
        }>(
          `select t.import_id::text, count(*)::int as transactions, array_agg(distinct p.name order by p.name) as portfolios
           from portfolio.transactions t join portfolio.portfolios p on p.id = t.portfolio_id
           where t.import_id = any(?::bigint[]) group by 1`,
          [rows.map(({ id }) => id)] as never,
        );
        const waiting = await countUndecided(
          trx,
          rows.map(({ id }) => id),
        );
        const leftOf = new Map(left.map((one) => [one.import_id, one]));
        return {
          items: rows.map((row): FinishedImport => {
            const result = resultOf(row);
            const still = leftOf.get(row.id);
            return {
              import_id: row.id,
              file_name: row.file_name,
              type: row.type ?? 'transactions',
              format_title: formatTitle(row.detected_format),
              status: row.status === 'UNDONE' ? 'UNDONE' : 'COMMITTED',
              committed_at: (row.committed_at ?? row.created_at).toISOString(),
              undone_at: row.undone_at?.toISOString() ?? null,
              imported: result?.imported ?? 0,
              skipped: result?.skipped ?? 0,
              replaced: result?.replaced ?? 0,
              undecided: waiting.get(row.id) ?? 0,
              transactions: still?.transactions ?? 0,
              portfolios: still?.portfolios ?? (row.portfolio === null ? [] : [row.portfolio]),
            };
          }),
          page,
          page_size,
          total,
        };
      });
    },
  };
}
