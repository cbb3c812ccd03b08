export { createPruning, type Pruning } from './pruning.ts';
