export type { PrintedReport, PrintReport } from './printed-report.ts';
