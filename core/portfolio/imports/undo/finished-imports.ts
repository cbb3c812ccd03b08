import { type Context, keptCounts, keptPage, type Page } from '../../../platform/index.ts';
import { ImportModel, PortfolioModel } from '../../models.ts';
import { formatTitle, resultOf } from '../import-preview.ts';
import { countUndecided } from '../undecided-store.ts';
import type { FinishedImport, FinishedImportsQuery } from './view.ts';

/** Imports whose outcome is shown. */
const FINISHED = ['COMMITTED', 'UNDONE'] as const;

/** Imports that were committed, the newest first, each with what of it is still on record. */
export function createFinishedImports({ database }: Context) {
  return {
    /** How many rows of each import wait for a correction, the newest import first; imports without any are not there. */
    waiting: (userId: string): Promise<Pick<FinishedImport, 'import_id' | 'undecided'>[]> =>
      database.readAsUser(userId, async (trx) => {
        const { rows } = await trx.raw<{ rows: Pick<FinishedImport, 'import_id' | 'undecided'>[] }>(
          `select i.id::text as import_id, count(*)::int as undecided
           from portfolio.imports i join portfolio.import_rows r on r.import_id = i.id
           where i.status = any(?) and r.state = 'invalid'
           group by i.id, i.committed_at order by i.committed_at desc, i.id desc`,
          [FINISHED] as never,
        );
        return rows;
      }),
    async list(this: void, userId: string, query: FinishedImportsQuery): Promise<Page<FinishedImport>> {
      return await database.asUser(userId, async (trx) => {
        return await keptPage(
          trx,
          'portfolio.imports',
          { status: FINISHED },
          query,
          async ({ page_size, offset }) => {
            const rows = await ImportModel.query(trx)
              .whereIn('status', FINISHED)
              .orderBy([
                { column: 'committed_at', order: 'desc' },
                { column: 'id', order: 'desc' },
              ])
              .limit(page_size)
              .offset(offset);
            const ids = rows.map(({ id }) => id);
            const left = await keptCounts(trx, 'portfolio.transactions', { import_id: ids });
            const names = new Map(
              (await PortfolioModel.query(trx).select('id', 'name')).map(({ id, name }) => [id, name]),
            );
            const waiting = await countUndecided(trx, ids);
            return rows.map((row): FinishedImport => {
              const result = resultOf(row);
              const still = left.filter(({ key }) => String(key['import_id']) === row.id);
              const portfolios = still
                .flatMap(({ key }) => names.get(String(key['portfolio_id'])) ?? [])
                .sort();
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
                transactions: still.reduce((sum, { rows: count }) => sum + count, 0),
                portfolios: portfolios.length > 0 || row.portfolio === null ? portfolios : [row.portfolio],
              };
            });
          },
        );
      });
    },
  };
}
