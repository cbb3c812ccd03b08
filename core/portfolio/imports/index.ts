export { closeFileReaders } from './files/index.ts';
export { OPENING_HEADERS } from './importers/index.ts';
export { createExportService, type ExportService } from './export-service.ts';
export { announceImports, soldWithoutPurchase } from './import-notice.ts';
export { createImportService, type StageOptions } from './import-service.ts';
export { type CommitInput, commitInput, exportQuery, sampleQuery, uploadInput } from './inputs.ts';
export {
  type FinishedImport,
  finishedImportsQuery,
  finishedImportView,
  type ImportUndo,
  type ImportUndone,
  importUndoInput,
  importUndoneView,
  importUndoView,
} from './undo/index.ts';
export {
  type MendedRow,
  mendedRowView,
  mendInput,
  undecidedQuery,
  type UndecidedRowView,
  undecidedRowView,
} from './undecided/index.ts';
export { type ImportPreview, importPreviewView, type ImportResult, importResultFields } from './view.ts';
