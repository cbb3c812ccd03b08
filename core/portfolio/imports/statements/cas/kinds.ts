/** What the words of a row say. Whether units come or go is told by the balance, never by words alone. */
export interface Kind {
  /** Units come (in) or go (out); null where the words leave it open. */
  direction: 'in' | 'out' | null;
  is:
    | 'trade'
    /** Takes an earlier row back. */
    | 'reversal'
    | 'dividend'
    /** A dividend whose money bought units. */
    | 'reinvestment'
    | 'bonus'
    /** Units of a part of the scheme that was set apart. */
    | 'segregation'
    /** Units that come from or go to somebody, somewhere else. */
    | 'transfer'
    | 'merger'
    | 'stamp duty'
    | 'transaction tax'
    | 'tax withheld'
    | 'other';
}

const REVERSAL =
  /revers|reject|dishonou?r|bounced|insufficient (?:balance|funds)|payment not received|cancel|not realised/i;
/** At the beginning only: names of schemes end with such words. */
const DIVIDEND =
  /^\W*(?:gross |net |interim |final |special )?(?:idcw|dividends?|div\b\.?|income distribution)|\b(?:idcw|dividend)\W+(?:re-?invest|paid|pay-?out|declared)/i;
const MOVED = String.raw`(?:switch|lateral shift|systematic transfer(?: plan)?|s\s?t\s?p|transfer|merger|transmission|consolidation|conversion|segregat\w*)`;
const MOVED_WAY = new RegExp(String.raw`\b${MOVED}[\s\-–]*(?:over[\s\-–]*)?(in|out)\b`, 'i');
const BOUGHT =
  /^\W*(?:additional |new |initial |fresh )?(?:i?sip\b|purchase|subscription|nfo|sys(?:tematic|\.)? ?investment|systematic purchase|allotment|investment)/i;
const SOLD = /^\W*(?:redemption|redeemed|swp\b|systematic withdrawal|withdrawal|repurchase)/i;

/** What a row with units is; one without is told by {@link kindWithoutUnits}. */
export function kindOf(words: string): Kind {
  const direction = directionOf(words);
  if (REVERSAL.test(words)) return { is: 'reversal', direction };
  if (/^\W*bonus|\bbonus units\b/i.test(words)) return { is: 'bonus', direction: 'in' };
  if (/segregat/i.test(words)) return { is: 'segregation', direction };
  if (/\bmerge[rd]?\b/i.test(words)) return { is: 'merger', direction };
  if (BOUGHT.test(words)) return { is: 'trade', direction: 'in' };
  if (SOLD.test(words)) return { is: 'trade', direction: 'out' };
  if (/^\W*(?:transmission|transfer\b|consolidation|conversion|demat|remat|rematerial|gift)/i.test(words))
    return { is: 'transfer', direction };
  if (/^\W*(?:switch|lateral|systematic transfer|s\s?t\s?p\b)/i.test(words))
    return { is: 'trade', direction };
  if (DIVIDEND.test(words)) return { is: 'reinvestment', direction: 'in' };
  return { is: 'other', direction };
}

export function kindWithoutUnits(words: string): Kind {
  if (/stamp duty/i.test(words)) return { is: 'stamp duty', direction: null };
  if (/\bSTT\b|securities transaction tax/i.test(words)) return { is: 'transaction tax', direction: null };
  if (/\bTDS\b|tax deducted/i.test(words)) return { is: 'tax withheld', direction: null };
  if (DIVIDEND.test(words) || /\b(?:idcw|dividend)\b/i.test(words))
    return { is: REVERSAL.test(words) ? 'reversal' : 'dividend', direction: null };
  return { is: 'other', direction: null };
}

/** Money that came to nothing: a payment that was refused, or a fee of the registrar. */
export function isRefusal(words: string): boolean {
  return REVERSAL.test(words) || /refund|refus|fail|unpaid|pending|\bload\b|\bfees?\b|charges/i.test(words);
}

function directionOf(words: string): Kind['direction'] {
  const way = MOVED_WAY.exec(words)?.[1]?.toLowerCase();
  if (way === 'in' || way === 'out') return way;
  if (SOLD.test(words)) return 'out';
  return BOUGHT.test(words) || DIVIDEND.test(words) ? 'in' : null;
}
