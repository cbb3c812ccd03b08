import type { QuoteReason } from '../../market/quotes/index.ts';

/** Why a holding was not asked for, or its quote not taken. The codes are stable. */
export type RefreshReason =
  | 'MANUAL_PRICE'
  | 'CASH'
  | 'RECENTLY_PRICED'
  | 'RECENTLY_TRIED'
  | 'HOLDING_GONE'
  | 'ADDED_MEANWHILE'
  | 'BEING_CHANGED'
  | 'OLDER_THAN_KNOWN'
  | 'GUARD_REJECTED'
  | 'ACTION_SINCE_CLOSE'
  | QuoteReason;

/** What each reason means to the person whose holding it is. */
const WORDS: Readonly<Record<RefreshReason, string>> = {
  MANUAL_PRICE: 'Unlisted: its price is entered by hand.',
  CASH: 'Money needs no price.',
  RECENTLY_PRICED: 'Priced less than half a minute ago.',
  RECENTLY_TRIED: 'Tried less than half a minute ago.',
  NO_PROVIDER: 'No source of prices that is switched on covers it.',
  ISIN_CONTRADICTS:
    'Its symbol is another company’s, as its ISIN tells. Say under Data quality which one is meant.',
  SYMBOL_AMBIGUOUS:
    'Several companies bore its symbol. Say under Data quality which one is meant, or give the holding its ISIN.',
  HOLDING_GONE: 'It was deleted while the prices came in.',
  ADDED_MEANWHILE: 'It was added while the prices came in; the next refresh prices it.',
  BEING_CHANGED: 'It was being changed while the prices came in; the next refresh prices it.',
  OLDER_THAN_KNOWN: 'What came is of an earlier day than the price there is.',
  FUTURE_DATED: 'What came is of a day to come.',
  GUARD_REJECTED:
    'The new value lies more than 15 % from the last known one, which is kept. Accept it under Data quality if it is right.',
  ACTION_SINCE_CLOSE:
    'Its last close on record is of before a demerger, a rights issue or an announcement that nobody could read: what it is worth since is not known.',
  NOT_FOUND: 'The symbol is not known there.',
  NO_PRICE: 'The symbol is known there, without a price.',
  INVALID_PRICE: 'What came is no price: zero, negative or not a number.',
  CURRENCY_MISMATCH: 'It is quoted in another currency.',
  NAV_UNRESOLVED: 'Its ISIN is not on the list of fund values.',
  NAME_AMBIGUOUS: 'Several funds have this name. Give the holding its ISIN.',
  PROVIDER_TIMEOUT: 'No answer came in time.',
  PROVIDER_UNREACHABLE: 'It could not be reached.',
  PROVIDER_RATE_LIMITED: 'It asked for fewer requests.',
  PROVIDER_ERROR: 'It answered with an error.',
  PROVIDER_MALFORMED: 'It answered with something that cannot be read.',
  PROVIDER_NEEDS_LOGIN: 'The connection needs a new login.',
  PROVIDER_REFUSED: 'The broker does not give prices to this connection.',
};

/** Every reason there is. */
export const REFRESH_REASONS = Object.keys(WORDS) as RefreshReason[];

/** A reason in words; null for none. A word of a later version stands for itself. */
export function reasonWords(reason: string | null): string | null {
  if (reason === null) return null;
  return Object.hasOwn(WORDS, reason) ? WORDS[reason as RefreshReason] : reason;
}
