export { ibkrActivity } from './activity.ts';
export { ibkrFlex } from './flex.ts';
export { ibkrHistory } from './history.ts';
