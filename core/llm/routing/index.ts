export { BOOK_FEATURES, chainOwnerOf, FEATURES } from './features.ts';
export { orderFor } from './order.ts';
export type { Plan } from './plan.ts';
