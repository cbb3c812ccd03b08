/** Choices that several forms offer, in their order. */
import type { AssetClass, RecordedType, TransactionType } from '../api/types.ts';

/** The words of a union: one that is missing, or one too many, does not compile. */
const wordsOf = <Word extends string>(words: Record<Word, true>) => Object.keys(words) as Word[];

export const assetClasses = wordsOf<AssetClass>({
  'Indian Equity': true,
  'US Equity': true,
  ETF: true,
  'Mutual Fund': true,
  Bond: true,
  Commodity: true,
  Unlisted: true,
  Cash: true,
});

const recorded = {
  BUY: true,
  SELL: true,
  DIVIDEND: true,
  SPLIT: true,
  CASH_IN: true,
  CASH_OUT: true,
  TRANSFER_IN: true,
} as const;

/** What a person records. */
export const recordedTypes = wordsOf<RecordedType>(recorded);

/** These, and what follows from corporate actions. */
export const transactionTypes = wordsOf<TransactionType>({
  ...recorded,
  TRANSFER_OUT: true,
  DEMERGER: true,
  FRACTION: true,
});

export const currencies = ['INR', 'USD', 'EUR', 'GBP', 'SGD', 'AED'];

/** How a file writes 05/03/2024. */
export const dateOrders = [
  { value: 'dmy', label: 'Day first: 05/03 is 5 March' },
  { value: 'mdy', label: 'Month first: 05/03 is May 3' },
];
