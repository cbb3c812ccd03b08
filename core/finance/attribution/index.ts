export { contributions, extremes, type Gainer, TOP } from './contributions.ts';
export { fxSplit, type FxSplit, type InRupees } from './fx-split.ts';
