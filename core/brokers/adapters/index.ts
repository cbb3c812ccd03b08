import type { AdapterEntry } from './adapter-entry.ts';
import { createDhan } from './dhan.ts';
import { createIbkrFlex } from './ibkr-flex.ts';
import { createWebSync } from './web-sync.ts';
import { createZerodha } from './zerodha.ts';

export type { AdapterEntry } from './adapter-entry.ts';
export type { AdapterSetting } from './setting.ts';
export { createDhanClient, type DhanAccess } from './dhan-client.ts';
export { chargesTogether, type DhanFill, type DhanRows } from './dhan-fills.ts';
export { dhanHistoryRows } from './dhan-history.ts';
export { sessionOf as dhanSessionOf } from './dhan-session.ts';
export { dayOf, figure, isListOf, isRow, isinOf, priceText, type Row, textOf } from './figures.ts';
export { createKiteClient, type KiteAccess } from './zerodha-client.ts';
export { equityHoldings } from './zerodha-holdings.ts';

/** Every broker, in the order that people are offered them: a file in this folder and a line here each. */
export const ADAPTERS: readonly AdapterEntry[] = [
  { switchedOnBy: 'ZERODHA_BASE_URL', create: createZerodha },
  { switchedOnBy: 'DHAN_BASE_URL', create: createDhan },
  { switchedOnBy: 'IBKR_FLEX_BASE_URL', create: createIbkrFlex },
  { switchedOnBy: 'WEB_SYNC_BASE_URL', create: createWebSync },
];
