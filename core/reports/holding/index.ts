export { createHoldingReport } from './holding-service.ts';
export { type HoldingReport, holdingReportQuery, holdingReportView, type OpenLot } from './view.ts';
