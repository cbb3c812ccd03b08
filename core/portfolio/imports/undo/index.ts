/** Finished imports, and taking one back. */
export { keepHoldings, keepLeft, keepReplaced } from './changes-store.ts';
export { createFinishedImports } from './finished-imports.ts';
export { createImportUndo } from './undo-import.ts';
export {
  type FinishedImport,
  finishedImportsQuery,
  finishedImportView,
  type ImportUndo,
  type ImportUndone,
  importUndoInput,
  importUndoneView,
  importUndoView,
} from './view.ts';
