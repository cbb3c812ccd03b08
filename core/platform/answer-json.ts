/** Significant digits that a double tells for sure. */
const DIGITS = 15;

/** A figure of that many digits or more has a fraction this long. It is quick to look for, and most answers have none. */
const LONG_FRACTION = /\.\d{5}/;

/**
 * A figure that is longer than that, or a list of figures, right after the name of its field. Within a text a quote is
 * written as \", so nothing in a text is ever taken for a figure.
 */
const FIGURES = /(?<!\\)":(?:(?=[\d.-]{17})-?\d{1,11}\.\d+(?:e-\d+)?(?=[,}])|\[[-+\d.,enul]+\])/g;
const FIGURE = /(?<=[[,])-?\d{1,11}\.\d+(?:e-\d+)?(?=[,\]])/g;

/**
 * The JSON of an answer. Figures that double arithmetic left a tail on are written with the 15 digits that it is sure of:
 * 0.30000000000000004 is 0.3. What has no more digits stays exactly as it is, and so does everything from 10^11 on, where 15
 * digits would cut into the decimals that money has. The one place where figures are rounded for reading: what is stored, hashed
 * or calculated with keeps all of its digits.
 */
export function answerJson(value: unknown): string {
  const text = JSON.stringify(value);
  if (!LONG_FRACTION.test(text)) return text;
  return text.replace(FIGURES, (found) =>
    found.endsWith(']') ? found.replace(FIGURE, rounded) : `":${rounded(found.slice(2))}`,
  );
}

function rounded(figure: string): string {
  return figure.length <= DIGITS + 1 ? figure : JSON.stringify(Number(Number(figure).toPrecision(DIGITS)));
}
