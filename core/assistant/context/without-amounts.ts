/** Fields of the person's own books whose number tells no quantity, price or sum of money. All others are left out. */
const SAFE_NUMBER = new RegExp(
  [
    '(?:^|_)(?:pct|percent|percentage|probability|weight|sharpe|beta|herfindahl|ratio|count|rank)$',
    '^share_of',
    '^(?:year|month|day)$|(?:^|_)(?:years|months|days)(?:_left|_held|_per_year)?$',
    '^(?:coupon_rate|crossings|pending_plans|plans_waiting_for_approval|rows|rows_left_out)$',
  ].join('|'),
);
/** Short names that are digits themselves at some exchanges. */
const CODES = /^(?:symbol|isin)$/;
/** Fields that say what something is. Digits of them belong to a name, unless they are written as money. */
const NAMES =
  /^(?:name|portfolio|sector|asset_class|currency|base_currency|broker|figure|underlying|strategy|tag_code|company_name)$/;
/** Sentences that calculate with amounts. */
const WORKED = /^(?:worked|formula)$/;
/** Dates, years of tax and spans such as 1Y. */
const INSTANT = /^(?:\d{4}-\d{2}(?:-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?)?|\d{1,2}[DWMY])$/;
const HIDDEN = '[amount]';

/** Money in a name, such as `House ₹1,20,00,000` or `Fund of 5 lakh`. */
const MONEY =
  /(?:₹|\$|€|£|\b(?:rs\.?|inr|usd|eur))\s?[-−]?\d+(?:[,.]\d+)*|\b\d{1,3}(?:,\d{2,3})+(?:\.\d+)?|\b\d[\d.]*\s?(?:k|l|lakhs?|lacs?|cr|crores?|thousand|million|mn|billion|bn)\b|\b\d{5,}(?:\.\d+)?\b/gi;
const MONTH =
  '(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)';
/** Parts of a sentence that stay: dates and percentages. */
const KEPT = `\\d{4}-\\d{2}-\\d{2}(?:T[\\d:.]+Z)?|\\b\\d{1,2} ${MONTH}\\b(?: \\d{4}\\b)?|[-−+]?\\d+(?:,\\d+)*(?:\\.\\d+)?\\s?%`;
/** Every other number of a sentence may be an amount, but where it is part of a word, such as NIFTY50. */
const IN_SENTENCE = new RegExp(
  `(${KEPT})|(?:(?:₹|\\$|€|£|\\b(?:rs\\.?|inr|usd|eur))\\s?)?[-−+]?(?<![\\p{L}\\d])\\d+(?:,\\d+)*(?:\\.\\d+)?|\\b(?:rs\\.?|inr|usd|eur)\\d+(?:,\\d+)*(?:\\.\\d+)?`,
  'giu',
);

/** A sentence of the books without its numbers, save percentages and dates. */
export const sentenceWithoutAmounts = (text: string): string =>
  text.replace(IN_SENTENCE, (_found, kept: string | undefined) => kept ?? HIDDEN);

/**
 * Data of a person's books without quantities, prices, values and balances: only what is known to be none stays, such as
 * percentages, weights, counts, dates and names. A field that is left out is not there; null stays, since it is unknown.
 */
export function withoutAmounts(value: unknown, field = ''): unknown {
  if (typeof value === 'number' || typeof value === 'bigint')
    return SAFE_NUMBER.test(field) ? value : undefined;
  if (typeof value === 'string') {
    if (INSTANT.test(value) || CODES.test(field)) return value;
    if (WORKED.test(field)) return undefined;
    return NAMES.test(field) ? value.replace(MONEY, HIDDEN) : sentenceWithoutAmounts(value);
  }
  if (Array.isArray(value))
    return value.map((one) => withoutAmounts(one, field)).filter((one) => one !== undefined);
  if (typeof value !== 'object' || value === null) return value;
  const { figure } = value as { figure?: unknown };
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => {
      // A row of an explanation names its figure beside it.
      const kept = withoutAmounts(one, key === 'value' && typeof figure === 'string' ? figure : key);
      return kept === undefined ? [] : [[key, kept]];
    }),
  );
}
