export { guarded, quoted } from './rows/index.ts';
export { OPENING_HEADERS } from './importers/index.ts';
export { createExportService } from './export-service.ts';
export { announceImports, soldWithoutPurchase } from './import-notice.ts';
export { createImportService } from './import-service.ts';
export type { CommitRequest, ImportPreview, ImportResult, StageOptions } from './import-view.ts';
