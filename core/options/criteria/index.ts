export { above, atLeast, atMost, type Criterion, criterionView, unknown } from './criterion.ts';
