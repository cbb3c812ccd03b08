import type { ImportType } from '../rows/index.ts';
import type { ImportLimits } from './limits.ts';
import type { ContextOptions } from './reading-context.ts';

/** What the caller of an import wants, and knows beside the file. */
export interface ReadOptions extends ContextOptions {
  type: ImportType | 'auto';
  limits?: Partial<ImportLimits>;
  /** Opens a protected PDF; it is used and forgotten. */
  password?: string | null;
}
