export { createMeter } from './meter.ts';
export { createUsageReports, type UsageReports } from './usage-service.ts';
export { type UsageQuery, usageQuery, type UsageSummaryView, usageSummaryView } from './view.ts';
