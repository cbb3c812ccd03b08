export { createAttributionReport } from './attribution-service.ts';
export { type AttributionView, attributionView } from './view.ts';
