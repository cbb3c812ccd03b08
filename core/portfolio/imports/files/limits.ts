/** Bounds of one file. Each has its own refusal, given as soon as the bound is passed. */
export interface ImportLimits {
  bytes: number;
  /** Rows below the header, blank lines not counted. */
  rows: number;
  columns: number;
  /** Characters of one cell. */
  fieldLength: number;
}

export const DEFAULT_LIMITS: ImportLimits = {
  bytes: 128 * 1024 * 1024,
  rows: 1_000_000,
  columns: 256,
  fieldLength: 32 * 1024,
};
