import type { DbTransaction } from '../../platform/index.ts';
import { ResearchRunModel } from '../runs/index.ts';

const RUN_ID = /^ai-(\d{1,18})$/;

/**
 * Which of some dossiers are not there, or not of the person whose transaction this is, by their ids as they were given.
 * Promotions ask it: they name dossiers as provenance and know nothing else of research (research/Events).
 */
export async function unknownDossiers(trx: DbTransaction, runIds: readonly string[]): Promise<string[]> {
  const rows = new Map(runIds.map((id) => [id, RUN_ID.exec(id)?.[1]]));
  const found = await ResearchRunModel.query(trx)
    .findByIds([...rows.values()].filter((id) => id !== undefined))
    .select('id');
  const known = new Set(found.map(({ id }) => id));
  return runIds.filter((id) => !known.has(rows.get(id) ?? ''));
}
