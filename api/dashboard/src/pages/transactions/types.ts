import type { RecordedType, TransactionType } from '../../api/types.ts';

export const typeNames: Record<TransactionType, string> = {
  BUY: 'Buy',
  SELL: 'Sell',
  DIVIDEND: 'Dividend',
  SPLIT: 'Split',
  CASH_IN: 'Cash in',
  CASH_OUT: 'Cash out',
  TRANSFER_IN: 'Transfer in',
  TRANSFER_OUT: 'Transfer out',
  DEMERGER: 'Demerger',
  FRACTION: 'Fraction paid out',
};

/** What quantity and price mean for each type; a null field is not asked for. */
export const typeFields: Record<
  RecordedType,
  { quantity: string | null; price: string | null; hint: string | null }
> = {
  BUY: { quantity: 'Quantity', price: 'Price each', hint: 'Bonus shares: a price of 0.' },
  SELL: { quantity: 'Quantity', price: 'Price each', hint: null },
  DIVIDEND: {
    quantity: 'Shares',
    price: 'Dividend per share',
    hint: 'For a whole amount: 1 share, the amount as its dividend.',
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
    hint: 'What you held before your records begin and whose cost you do not know. If you know it, record a Buy.',
  },
};
