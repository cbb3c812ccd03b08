/** Figures: a number or the sentence that says why there is none, and sums without dust. */
export { exactSum } from './exact-sum.ts';
export { type Figure, knownFigure, shownFigures, unknown } from './figure.ts';
