import type { BackupTable } from './format.ts';

export type { BackupTable };

/** Fills a store again while a backup is read. */
export interface RestoreWriter {
  /** @returns how many rows it took; null for a table that the store does not have */
  table(table: BackupTable, rows: AsyncIterable<Buffer>): Promise<number | null>;
}

/** A store beside the database, which a backup holds as well. Its rows are lines of JSON. */
export interface AttachedStore {
  /** Its tables are named by it, as in `options.closed_trades`. */
  readonly schema: string;
  /** Works with its tables and their rows as of one moment. */
  read<T>(
    work: (
      contents: { migrations: string[]; tables: BackupTable[] },
      rowsOf: (table: BackupTable) => AsyncIterable<Buffer>,
    ) => Promise<T>,
  ): Promise<T>;
  /** Its tables that hold somebody's data. */
  filled(): Promise<string[]>;
  /** The migrations that this code knows. */
  known(): string[];
  /** Replaces all of it, or nothing where `work` fails. @param migrations the level of the backup */
  replace<T>(migrations: readonly string[], work: (writer: RestoreWriter) => Promise<T>): Promise<T>;
}
