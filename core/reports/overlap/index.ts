export { createOverlap, type OverlapQuery } from './overlap-service.ts';
export type {
  ExposedStock,
  ExposureSource,
  FundSnapshot,
  HeldFund,
  OverlapView,
  OverlapWarning,
  OverlapWarningCode,
} from './view.ts';
