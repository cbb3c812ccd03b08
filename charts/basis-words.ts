/** Name of the basis of an amount, the same in chat, dashboard and files. */

/** Converted at the newest exchange rates, whatever the day of the payment. */
export const AT_LATEST_RATES = 'at the latest rates';
/** Each amount converted at the exchange rate of its own day. */
export const AT_DAILY_RATES = 'at each day’s rates';
/** Amount received. */
export const AFTER_TAX = 'after tax withheld';
/** Amount declared, before tax withheld. */
export const BEFORE_TAX = 'before tax';
