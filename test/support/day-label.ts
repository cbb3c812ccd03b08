/** What the day of a change is called, for tests that run at the time of the machine: Today, or the date of a session. */
export const DAY = '(?:Today|[A-Z][a-z]{2} \\d{1,2} [A-Z][a-z]{2}(?: \\d{4})?)';
/** The same inside a sentence. */
export const ON_DAY = `(?:today|on ${DAY})`;
