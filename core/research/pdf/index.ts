export { createPdfReads, type PrintedFile } from './pdf-reads.ts';
export type { PrintedReport, PrintReport } from './printed-report.ts';
export { createReportPrinter, type ReportPrinter, UnprintedReport } from './printing.ts';
