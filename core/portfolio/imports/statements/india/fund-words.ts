/** What a line of a fund's statement is. */
export type FundEntry =
  | 'purchase'
  | 'redemption'
  | 'dividend_paid'
  | 'dividend_reinvested'
  /** Undoes an earlier purchase or redemption, which is no sale or purchase of its own. */
  | 'purchase_undone'
  | 'redemption_undone'
  /** Units that come without money: a bonus is free, of others nobody here knows the cost. */
  | 'bonus'
  | 'units_in'
  | 'units_out'
  /** Stamp duty and tax on the line above. */
  | 'charge';

const UNDONE =
  /revers(?:al|ed)|reject(?:ion|ed)|dishono[u]?red|insufficient balance|payment not received|bounce|cancelled/;
const CHARGES = /^\W*(?:stamp duty|stt\b|tds\b|tax deducted|securities transaction tax)/;
const MOVES_IN =
  /switch(?:ed)?[\s-]*(?:over[\s-]*)?in\b|lateral shift[\s-]*in|\bstp[\s-]*in\b|transfer plan[\s-]*in|systematic transfer[\s-]*in|merger[\s-]*in/;
const MOVES_OUT =
  /switch(?:ed)?[\s-]*(?:over[\s-]*)?out\b|lateral shift[\s-]*out|\bstp[\s-]*out\b|transfer plan[\s-]*out|systematic transfer[\s-]*out|merger[\s-]*out/;
const DIVIDEND = /\b(?:idcw|dividend|div\.?)\b|income distribution/;
const REDEMPTION = /redemption|redeem|repurchase|\bswp\b|systematic withdrawal|withdrawal/;
const PURCHASE =
  /purchase|subscription|\bi?sips?\b|systematic investment|sys\.? investment|instal+ment|\bnfo\b|new fund offer|allotment|additional investment/;
const UNITS_IN = /segregated|transmission[\s-]*in|transfer[\s-]*in|consolidation[\s-]*in/;
const UNITS_OUT = /transmission[\s-]*out|transfer[\s-]*out|consolidation[\s-]*out|gift/;

/**
 * What the words of a fund house mean: registrars print them as the fund house wrote them, so the order of the questions
 * matters: a switch may name the IDCW option it goes to, and a reversal names what it undoes. Null: not understood.
 */
export function fundEntryOf(words: string): FundEntry | null {
  const text = words.toLowerCase().replace(/\s+/g, ' ').trim();
  if (CHARGES.test(text)) return 'charge';
  if (UNDONE.test(text)) {
    return REDEMPTION.test(text) || MOVES_OUT.test(text) ? 'redemption_undone' : 'purchase_undone';
  }
  if (MOVES_IN.test(text)) return 'purchase';
  if (MOVES_OUT.test(text)) return 'redemption';
  if (DIVIDEND.test(text) && /re-?invest/.test(text)) return 'dividend_reinvested';
  // "Purchase - IDCW option" is a purchase.
  if (DIVIDEND.test(text) && !PURCHASE.test(text) && !REDEMPTION.test(text)) return 'dividend_paid';
  if (/\bbonus\b/.test(text)) return 'bonus';
  if (UNITS_IN.test(text)) return 'units_in';
  if (UNITS_OUT.test(text)) return 'units_out';
  if (REDEMPTION.test(text)) return 'redemption';
  return PURCHASE.test(text) ? 'purchase' : null;
}
