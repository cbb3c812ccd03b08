export { createPdfReads } from './pdf-reads.ts';
export type { PrintedReport, PrintReport } from './printed-report.ts';
export { createReportPrinter, UnprintedReport } from './printing.ts';
