/*
 * Texts of final refusals by brokers' risk systems and the exchange, each with a public source. Zerodha:
 * "You will get an Input Exception while placing the order, if order is rejected at our RMS" (kite.trade/forum/discussion/7679);
 * a later refusal has its text in the order book. No public text of Dhan's own was found; it passes on those of the exchange.
 */
interface RefusalWords {
  /** From their beginning, but for a code before them. */
  words: RegExp;
  /** What they mean, for a person. */
  meaning: string;
  /** Where they can be read. */
  source: string;
}

const REFUSAL_WORDS: readonly RefusalWords[] = [
  {
    words: /^RMS: ?Margin Exceeds|^Insufficient funds?\b/i,
    meaning: 'The account does not have enough money for it.',
    source: 'https://github.com/zerodha/kiteconnect-mocks/blob/main/orders.json',
  },
  {
    words: /^RMS: ?Blocked for\b.*\b(?:ASM|GSM|ESM|surveillance)\b/i,
    meaning:
      'The broker blocks this share because it is under a surveillance measure of the exchange (ASM, GSM or ESM).',
    source: 'https://github.com/krishnavelu/alice_blue/issues/386',
  },
  {
    words: /^RMS: ?Blocked for\b.*\b(?:T2T|trade[- ]to[- ]trade)\b/i,
    meaning:
      'The broker blocks this share because it is in the trade-to-trade segment, in which shares are sold only after delivery.',
    source: 'https://github.com/krishnavelu/alice_blue/issues/386',
  },
  {
    words: /^RMS: ?Blocked for\b/i,
    meaning: 'The broker’s risk system blocks orders in this share.',
    source: 'https://github.com/krishnavelu/alice_blue/issues/386',
  },
  {
    words: /^RMS: ?Auto Square Off Block/i,
    meaning: 'The broker’s risk system does not take orders at this time.',
    source: 'https://tradingqna.com/t/rms-auto-square-off-block-means/5041',
  },
  {
    words: /^RMS: ?Scrip is in banned list/i,
    meaning: 'The broker does not take orders of this kind in this share.',
    source: 'https://v2.webnotes.in/how-to-fix-rms-rejection-zerodha/',
  },
  {
    words: /^RMS: ?Position Limit Exceeded/i,
    meaning: 'The account may not hold more of this share.',
    source: 'https://v2.webnotes.in/how-to-fix-rms-rejection-zerodha/',
  },
  {
    words: /^(?:16387\W+)?(?:The )?security is not allowed to trade in this market/i,
    meaning: 'The exchange takes no orders in this share: it may be suspended, or traded in another series.',
    source: 'https://www.sbismart.com/faq/can-ssl-provide-reasons-which-order-has-been-rejected',
  },
  {
    words:
      /^Order price is out of (?:the )?day.?s price range|^(?:Your order )?price exceeds (?:the )?circuit limits?/i,
    meaning: 'Its limit lies outside the price band of the day (circuit limits).',
    source: 'https://www.sbismart.com/faq/can-ssl-provide-reasons-which-order-has-been-rejected',
  },
  {
    words: /^RATE NOT MULTIPLE OF TICK/i,
    meaning: 'Its limit is not a multiple of the tick size.',
    source: 'https://www.sbismart.com/faq/can-ssl-provide-reasons-which-order-has-been-rejected',
  },
  {
    words: /^(?:16327\b|The order quantity exceeds the maximum quantity limit)/i,
    meaning: 'It is for more shares than one order may have (freeze quantity).',
    source: 'https://aliceblueonline.com/support/general-trade-related/',
  },
  {
    words: /^Account is (?:deactivated|suspended)\b/i,
    meaning: 'The account may not trade at the moment.',
    source: 'https://www.sbismart.com/faq/can-ssl-provide-reasons-which-order-has-been-rejected',
  },
];

/** What a broker's words mean, in plain English; null where they are not known. */
export const explainRefusal = (words: string | null): string | null =>
  words === null ? null : (REFUSAL_WORDS.find((one) => one.words.test(words.trim()))?.meaning ?? null);

/** Words that prove, with a known kind of error, that no order was made. */
export const BLOCKED_WORDS: Pick<RegExp, 'test'> = { test: (words) => explainRefusal(words) !== null };
