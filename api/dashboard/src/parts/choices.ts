/** Choices that several forms offer, in their order. */
import type { AssetClass, TransactionType } from '../api/types.ts';

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

export const transactionTypes = wordsOf<TransactionType>({
  BUY: true,
  SELL: true,
  DIVIDEND: true,
  SPLIT: true,
  CASH_IN: true,
  CASH_OUT: true,
  TRANSFER_IN: true,
  TRANSFER_OUT: true,
  DEMERGER: true,
  FRACTION: true,
});

export const currencies = ['INR', 'USD', 'EUR', 'GBP', 'SGD', 'AED'];
