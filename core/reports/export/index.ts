export { createExports } from './export-service.ts';
export { type ExportQuery, exportQuery } from './query.ts';
