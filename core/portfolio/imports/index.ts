export { guarded, quoted } from './csv-cell.ts';
export { OPENING_HEADERS } from './importers/munim-openings.ts';
export { createExportService } from './export-service.ts';
export { announceImports, soldWithoutPurchase } from './import-notice.ts';
export { createImportService } from './import-service.ts';
export type { CommitRequest, ImportPreview, ImportResult, StageOptions } from './import-view.ts';
