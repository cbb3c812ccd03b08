/** Attribution: what each holding contributed to the gain, and what the currency did. */
export { contributions, extremes, type Gainer } from './contributions.ts';
export { fxSplit, type FxSplit, type InRupees } from './fx-split.ts';
