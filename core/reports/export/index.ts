export { EXPORT_FORMATS, EXPORT_REPORTS, type ExportFormat, type ExportReport } from './document.ts';
export { createExports, type ExportFile, type ExportQuery, type Exports } from './export-service.ts';
