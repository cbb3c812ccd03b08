export { createExports, type ExportFile, type Exports } from './export-service.ts';
export { type ExportQuery, exportQuery } from './query.ts';
