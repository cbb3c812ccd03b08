export { exactSum } from './exact-sum.ts';
export { type Figure, known, shownFigures, unknown } from './figure.ts';
