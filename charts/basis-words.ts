/** On which basis an amount is. The same words stand in chat, dashboard and files. */

/** Converted at the newest exchange rates, whatever the day of the payment. */
export const AT_LATEST_RATES = 'at the latest rates';
/** Each amount converted at the exchange rate of its own day. */
export const AT_DAILY_RATES = 'at each day’s rates';
/** What arrived. */
export const AFTER_TAX = 'after tax withheld';
/** What was declared, of which tax may have been withheld. */
export const BEFORE_TAX = 'before tax';
