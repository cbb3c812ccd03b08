/** Bounds of one workbook, so that nothing in it can fill the memory or take for ever. */
export interface WorkbookLimits {
  /** Bytes of the file. */
  bytes: number;
  /** Bytes of one sheet, unpacked. It is read as a stream. */
  sheetBytes: number;
  /** Bytes of any other part, unpacked: the texts of the cells are all kept while the workbook is read. */
  partBytes: number;
  /** Parts in the archive, and sheets. */
  parts: number;
  sheets: number;
  /** The last column that may hold a value. */
  columns: number;
  /** Characters of one cell. */
  cellLength: number;
}

export const WORKBOOK_LIMITS: WorkbookLimits = {
  bytes: 32 * 2 ** 20,
  sheetBytes: 512 * 2 ** 20,
  partBytes: 64 * 2 ** 20,
  parts: 2000,
  sheets: 100,
  columns: 256,
  // What Excel itself allows.
  cellLength: 32_767,
};
