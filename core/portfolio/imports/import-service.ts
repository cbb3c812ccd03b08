import type { Readable } from 'node:stream';
import { type Actor, type Context, withTimeOf } from '../../platform/index.ts';
import { ImportModel } from '../models.ts';
import { commitImport, type ImportPorts, loadImport, refuseNetworth, STAGED_HOURS } from './commit-import.ts';
import { previewOf } from './import-preview.ts';
import { ProofCollector } from './proof.ts';
import { rememberedAnswers } from './answers-store.ts';
import { stageBatch } from './import-store.ts';
import type { CommitInput, UploadInput } from './inputs.ts';
import type { ImportPreview, ImportResult } from './view.ts';
import { proposedPortfolio } from './proposed-portfolio.ts';
import { createUndecidedRows } from './undecided/index.ts';
import { createFinishedImports, createImportUndo } from './undo/index.ts';
import { readImport } from './files/index.ts';
import { lastTradeDay } from '../../market/calendar/index.ts';

export interface StageOptions extends UploadInput {
  file_name?: string | null;
}

/** Upload, preview and commit of CSV files (spec: csv routes; Import and ledger rules 1 to 5). */
export function createImportService(context: Context, ports: ImportPorts) {
  const { database, clock, log } = context;
  const commit = commitImport(context, ports);
  const { preview: undoPreview, undo } = createImportUndo(context);
  /** A preview counts all rows of a file. */
  const longRead: typeof database.asUser = (userId, work) =>
    withTimeOf('long', () => database.asUser(userId, work));

  return {
    /**
     * Reads a file from a stream into the staging tables, batch by batch, and answers what it holds. Nothing of it
     * counts before `commit`. A file that is refused half-way leaves nothing.
     * @throws ImportRefusal (422, or 413 for size) with a stable code and what to do.
     */
    async stage(userId: string, file: Readable, options: StageOptions = {}): Promise<ImportPreview> {
      const target = options.portfolio?.trim() || null;
      if (target !== null) refuseNetworth(target);
      const reading = await readImport(file, {
        type: options.type ?? 'auto',
        defaultAssetClass: options.default_asset_class ?? null,
        dateOrder: options.date_order ?? null,
        defaultCurrency: options.currency ?? null,
        remembered: (shape) => database.readAsUser(userId, (trx) => rememberedAnswers(trx, shape)),
        lastDay: lastTradeDay(clock.now()),
        password: options.password ?? null,
      });
      const now = clock.now();
      const staged = await database.asUser(userId, async (trx) => {
        return await ImportModel.query(trx)
          .insert({
            owner_user_id: userId,
            status: 'STAGING',
            type: reading.type,
            file_name: options.file_name?.slice(0, 200) ?? null,
            detected_format: reading.detected_format,
            portfolio: target,
            default_asset_class: reading.context.default_asset_class,
            shape: reading.shape,
            answers: {
              currency: options.currency ?? null,
              asset_class: options.default_asset_class ?? null,
              date_order: options.date_order ?? null,
            },
            mapping: reading.mapping,
            unmapped_columns: reading.unmapped_columns,
            stated_prices: reading.prices === undefined ? null : [...reading.prices],
            reading_context: reading.context as unknown as Record<string, unknown>,
            created_at: now,
            expires_at: new Date(now.getTime() + STAGED_HOURS * 3_600_000),
          })
          .returning('*');
      });
      // The next batch is read while this one is being written.
      let writing: Promise<void> = Promise.resolve();
      try {
        let total = 0;
        let valid = 0;
        const proof = new ProofCollector();
        // Short transactions: a slow upload holds no connection, and what a dead process leaves is swept by its expiry.
        for await (const batch of reading.batches) {
          await writing;
          writing = database.asUser(
            userId,
            async (trx) => await stageBatch(trx, userId, staged.id, reading.type, batch),
          );
          // Whoever waits for it next hears of a failure; until then nobody does.
          writing.catch(() => undefined);
          proof.add(batch.amounts);
          valid += batch.rows.length;
          total +=
            batch.rows.length + new Set(batch.issues.map((issue) => issue.row)).size + batch.excluded.length;
        }
        await writing;
        return await longRead(userId, async (trx) => {
          const proposed =
            target === null && reading.type === 'transactions'
              ? await proposedPortfolio(trx, staged.id)
              : null;
          const row = await ImportModel.query(trx).patchAndFetchById(staged.id, {
            status: 'STAGED',
            ...(proposed === null ? {} : { portfolio: proposed.name, recognised: proposed }),
            total_rows: total,
            valid_rows: valid,
            proof: proof.proofWith(reading) as unknown as Record<string, unknown>,
          });
          return await previewOf(trx, row);
        });
      } catch (error) {
        await writing.catch(() => undefined);
        await database
          .asUser(userId, (trx) => ImportModel.query(trx).deleteById(staged.id))
          .catch((failure: unknown) =>
            log.warn(
              { err: failure, import_id: staged.id },
              'a rejected import could not be cleared; it will expire',
            ),
          );
        throw error;
      }
    },

    /** The preview of a staged import again, with its result once committed. @throws 404, 409 IMPORT_EXPIRED. */
    async get(userId: string, importId: string): Promise<ImportPreview> {
      return await longRead(
        userId,
        async (trx) => await previewOf(trx, await loadImport(trx, importId, clock.now())),
      );
    },

    /** `list`: imports that were committed, the newest first. `waiting`: how many rows of each wait for a correction. */
    ...createFinishedImports(context),
    /** Rows of an import that could not be read. */
    undecided: createUndecidedRows(context, ports),
    undoPreview,
    undo,

    /** Forgets a staged import. Unknown ids are forgotten already. */
    async discard(userId: string, importId: string): Promise<void> {
      await database.asUser(
        userId,
        async (trx) => await ImportModel.query(trx).where({ id: importId, status: 'STAGED' }).delete(),
      );
    },

    /**
     * Writes the chosen rows in one transaction; the second commit of an import answers the first one's result.
     * @throws 404 IMPORT_NOT_FOUND, 409 IMPORT_EXPIRED, 422 VALIDATION_ERROR.
     */
    commit: async (userId: string, request: CommitInput, actor: Actor): Promise<ImportResult> =>
      await commit(userId, await ports.companies(), request, actor),
  };
}
