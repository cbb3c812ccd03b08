import type { RecordedType, Transaction, TransactionType } from '../../api/types.ts';

export const typeNames: Record<TransactionType, string> = {
  BUY: 'Buy',
  SELL: 'Sell',
  DIVIDEND: 'Dividend',
  SPLIT: 'Split',
  CASH_IN: 'Cash in',
  CASH_OUT: 'Cash out',
  TRANSFER_IN: 'Transferred in',
  TRANSFER_OUT: 'Transferred out',
  DEMERGER: 'Demerger (cost moved)',
  FRACTION: 'Fraction paid in cash',
};

/** Shares that a corporate action gives for nothing are a bonus, and a split that leaves fewer of them a consolidation. */
export function typeName({ type, action_id, merger_action_id, quantity }: Transaction): string {
  if (merger_action_id !== null) return 'Merger';
  if (type === 'BUY' && action_id !== null) return 'Bonus';
  if (type === 'SPLIT' && quantity < 1) return 'Consolidation';
  return typeNames[type];
}

/** What quantity and price mean for each type; a null field is not asked for. */
export const typeFields: Record<
  RecordedType,
  { quantity: string | null; price: string | null; hint: string | null }
> = {
  BUY: { quantity: 'Quantity', price: 'Price per unit', hint: 'Bonus shares: a price of 0.' },
  SELL: { quantity: 'Quantity', price: 'Price per unit', hint: null },
  DIVIDEND: {
    quantity: 'Shares',
    price: 'Dividend per share',
    hint: 'To enter a total, use 1 share and the total as its dividend.',
  },
  SPLIT: {
    quantity: 'New shares per old share',
    price: null,
    hint: '2 for a two-for-one split or a 1:1 bonus.',
  },
  CASH_IN: { quantity: null, price: 'Amount', hint: null },
  CASH_OUT: { quantity: null, price: 'Amount', hint: null },
  TRANSFER_IN: {
    quantity: 'Quantity',
    price: null,
    hint: 'Units you held before your records begin, at an unknown cost. If you know the cost, record a Buy.',
  },
};
