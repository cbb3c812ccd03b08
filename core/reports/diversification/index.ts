export { createDiversificationReport } from './diversification-service.ts';
export { type DiversificationView, diversificationView, type WeightedGroup } from './view.ts';
