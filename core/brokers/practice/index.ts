export { PracticeAccount, type PracticeState } from './account.ts';
export type { PracticeOrder } from './practice-order.ts';
export { PRACTICE_HELP, runPracticeBroker } from './command.ts';
export { FAULT_NAMES, FaultDice, type FaultName } from './faults.ts';
export { practicePrices } from './prices.ts';
export { createPracticeBroker, type PracticeBroker } from './server.ts';
