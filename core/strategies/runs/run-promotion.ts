import { raw } from 'objection';
import { type DbTransaction, type Decimal, notFound } from '../../platform/index.ts';
import { RunModel } from './models.ts';
import { findRun, validationOf } from './run-store.ts';
import type { RunStatus, ValidationView } from './view.ts';

/** A run as a policy is made of it. */
export interface SourceRun {
  id: string;
  name: string;
  status: RunStatus;
  /** JSON of the stored config, word for word: what is made of it by JSON.parse may lose digits of a large number. */
  configText: string;
  /** Rupees. */
  initialCapital: Decimal;
  dataRevision: string | null;
  validation: ValidationView;
}

/**
 * Reads a run and keeps it as it is until the transaction ends: others may read it too, and nobody may change or delete it.
 * @throws 404 RUN_NOT_FOUND
 */
export async function sharedSourceRun(trx: DbTransaction, id: string): Promise<SourceRun> {
  const found = /^\d{1,18}$/.test(id)
    ? await RunModel.query(trx)
        .findById(id)
        .select('*', raw('config::text').as('config_text'))
        .forShare()
        .castTo<(RunModel & { config_text: string }) | undefined>()
    : undefined;
  if (found === undefined) throw notFound('RUN');
  return {
    id: found.id,
    name: found.name,
    status: found.status,
    configText: found.config_text,
    initialCapital: found.initial_capital,
    dataRevision: found.data_revision,
    validation: validationOf(found),
  };
}

/** @throws 404 RUN_NOT_FOUND */
export async function requireRun(trx: DbTransaction, id: string): Promise<void> {
  await findRun(trx, id);
}
