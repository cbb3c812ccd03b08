export { BATTLE_LOG_DAYS, createPruning, type Pruning, SIGNAL_DAYS } from './pruning.ts';
