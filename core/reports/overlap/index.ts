export { createOverlap } from './overlap-service.ts';
export {
  type ExposedStock,
  type FundSnapshot,
  type HeldFund,
  type OverlapView,
  overlapView,
} from './view.ts';
