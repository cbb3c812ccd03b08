import type { SheetRow } from '../../../platform/index.ts';
import type { ImportType, NumberedRow, RealisedLot } from '../rows/index.ts';
import type { StatementReading } from '../statements/index.ts';
import type { ImportLimits } from './limits.ts';
import type { RefusalCode } from './refusal.ts';
import type { StatementSources } from './statement-source.ts';

/** What the thread is asked to read. The rows of sheets come after it, some at a time. */
export interface StatementToRead {
  /** Name of the format. */
  format: string;
  source: StatementSources['text'] | StatementSources['tables'];
  wanted: ImportType | null;
  limits: ImportLimits;
}

export type StatementQuestion =
  | StatementToRead
  /** More rows of a sheet, by its place. */
  | { sheet: number; rows: readonly SheetRow[] }
  /** All is there; or, after rows: send the next. */
  | 'go on';

/** What a statement gives, some rows at a time: nobody has to take in a long one at once. */
export type StatementAnswer =
  | 'more'
  | { rows: readonly NumberedRow[] }
  | { lots: readonly RealisedLot[] }
  /** The rest of it, at the end. */
  | { reading: Omit<StatementReading, 'rows'> }
  | { refusal: 'statement' | RefusalCode; message: string };

/** So many rows travel at once: a millisecond or two. */
export const ROWS_AT_ONCE = 250;
