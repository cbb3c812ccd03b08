/** Attribution: what each holding contributed to the gain, and what the currency did. */
export { contributions, extremes } from './contributions.ts';
export { fxSplit, type FxSplit } from './fx-split.ts';
