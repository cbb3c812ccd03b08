export { BOOK_FEATURES, chainOwnerOf, FEATURES } from './features.ts';
export { type Order, orderFor } from './order.ts';
export type { Plan } from './plan.ts';
