import type { Line } from './lines.ts';

/** A scheme of a folio, by the line above its rows. */
export interface SchemeName {
  /** As the registrar names it, without its code and former names. */
  name: string;
  isin: string | null;
}

/** The registrar's short code of the scheme, with which its line begins: `128TSDGG-`. */
const CODE = /^[A-Z0-9]{2,14}\s?-\s?(?=\S)/;
/** It may be broken anywhere, even within its own word. */
const ISIN = /\bI ?S ?I ?N ?: ?((?:[A-Z0-9] ?){12})/i;
const WRAPPED_NAME =
  /\b(?:fund|scheme|plan|growth|idcw|dividend|fof|etf|option|formerly|erstwhile|advis[eo]r)\b/i;
const NO_NAME = /folio\s*no|nominee|\bload\b|\bKYC\b|\bPAN\b|closing unit|nav on|valuation|^page \d/i;
/** Lines of one name are so close. */
const LINE_HEIGHT = 14;

/**
 * The scheme that the lines above an opening balance name. A long name takes several lines, and its ISIN may be broken over
 * two of them; beside them stand holders and nominees. Null where no line is a name.
 */
export function schemeIn(lines: readonly Line[]): SchemeName | null {
  const at = lines.findLastIndex(({ text }) =>
    /\bISIN\b|\bINF[A-Z0-9]{9}\b|\(Advis[eo]r\b|Registrar\s*:/i.test(text),
  );
  if (at < 0) return null;
  // The last line with a mark may be the end of a name that began above.
  let first = at;
  while (first > 0 && !CODE.test(lines[first]?.text ?? '') && isPartOfName(lines[first - 1], lines[first]))
    first--;
  let text = '';
  for (let index = first; index < lines.length; index++) {
    const line = lines[index];
    if (line === undefined || (index > at && !continues(line))) break;
    const own = line.text.replace(/Registrar\s*:?\s*[A-Z]*/i, ' ');
    text = `${text} ${own}`.replace(/\s+/g, ' ').trim();
  }
  const found = ISIN.exec(text);
  const isin = found?.[1]?.replace(/\s/g, '').toUpperCase() ?? null;
  const before = text.slice(0, found?.index ?? text.length).replace(/\bI ?S ?I ?N ?:.*$/i, '');
  const name = before
    .replace(CODE, '')
    .replace(
      /\((?:Advis[eo]r|formerly|erstwhile|previously|non[- ]?demat|demat)\b[^()]*(?:\([^()]*\)[^()]*)*(?:\)|$)/gi,
      ' ',
    )
    .replace(/\s+/g, ' ')
    .replace(/^[\s\-–,]+|[\s\-–,:]+$/g, '')
    .slice(0, 128)
    .trim();
  return name === '' && isin === null ? null : { name: name === '' ? (isin ?? '') : name, isin };
}

/** The rest of a name's line: of its ISIN, or of its adviser. */
function continues({ text }: Line): boolean {
  return (
    /^[A-Z0-9]{1,11}\s*(?:\(|$)|advis[eo]r\b|^(?:ARN|INA)-?\d+|^DIRECT\)/i.test(text) && !NO_NAME.test(text)
  );
}

function isPartOfName(line: Line | undefined, below: Line | undefined): boolean {
  if (line === undefined || below === undefined) return false;
  if (line.page === below.page && below.top - line.top > LINE_HEIGHT) return false;
  return !NO_NAME.test(line.text) && (CODE.test(line.text) || WRAPPED_NAME.test(line.text));
}
