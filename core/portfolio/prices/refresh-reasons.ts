import type { QuoteReason } from '../../market/quotes/index.ts';

/** Why a holding was not asked for, or its quote not taken. The codes are stable. */
export type RefreshReason =
  | 'MANUAL_PRICE'
  | 'PRICED_BY_HAND'
  | 'CASH'
  | 'RECENTLY_PRICED'
  | 'HOLDING_GONE'
  | 'ADDED_MEANWHILE'
  | 'BEING_CHANGED'
  | 'OLDER_THAN_KNOWN'
  | 'GUARD_REJECTED'
  | 'ACTION_SINCE_CLOSE'
  | QuoteReason;

/** What each reason means to the person whose holding it is. */
const WORDS: Readonly<Record<RefreshReason, string>> = {
  MANUAL_PRICE: 'Unlisted: enter its price manually.',
  PRICED_BY_HAND: 'No source has a price for it, so the price you entered is used.',
  CASH: 'Cash needs no price.',
  RECENTLY_PRICED: 'Updated a moment ago.',
  NO_PROVIDER: 'No active price source covers it.',
  ISIN_CONTRADICTS:
    'Its symbol belongs to another company than its ISIN. Choose the right one under Data quality.',
  SYMBOL_AMBIGUOUS:
    'Several companies have used its symbol. Choose the right one under Data quality, or add the ISIN to the holding.',
  HOLDING_GONE: 'It was deleted during the refresh.',
  ADDED_MEANWHILE: 'It was added during the refresh. The next refresh will price it.',
  BEING_CHANGED: 'It was changed during the refresh. The next refresh will price it.',
  OLDER_THAN_KNOWN: 'The received price is older than the current one.',
  FUTURE_DATED: 'The received price has a future date.',
  GUARD_REJECTED:
    'The new value is more than 15% away from the last one, which stays in use. Accept it under Data quality if it is right.',
  ACTION_SINCE_CLOSE:
    'Its last recorded close is from before a demerger, a rights issue or an unread announcement, so the current value is unknown.',
  NOT_FOUND: 'The source does not know the symbol.',
  NO_PRICE: 'The source has no price for the symbol.',
  INVALID_PRICE: 'The received price is zero, negative or not a number.',
  CURRENCY_MISMATCH: 'The source quotes it in another currency.',
  NAV_UNRESOLVED: 'AMFI does not publish a NAV for this ISIN.',
  NAME_AMBIGUOUS: 'Several funds have this name. Add the ISIN to the holding.',
  PROVIDER_TIMEOUT: 'The source did not answer in time.',
  PROVIDER_UNREACHABLE: 'The source could not be reached.',
  PROVIDER_RATE_LIMITED: 'The source received too many requests.',
  PROVIDER_ERROR: 'The source returned an error.',
  PROVIDER_MALFORMED: 'The source’s answer could not be read.',
  PROVIDER_NEEDS_LOGIN: 'The broker connection needs a new login.',
  PROVIDER_REFUSED: 'The broker does not provide prices to this connection.',
};

/** Every reason there is. */
export const REFRESH_REASONS = Object.keys(WORDS) as RefreshReason[];

/** A reason in words; null for none. A word of a later version stands for itself. */
export function reasonWords(reason: string | null): string | null {
  if (reason === null) return null;
  return Object.hasOwn(WORDS, reason) ? WORDS[reason as RefreshReason] : reason;
}
