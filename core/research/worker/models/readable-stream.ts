/** Strings that no reader wants: ids that a claim cites. */
const HIDDEN = new Set(['fact_ids', 'source_ids', 'claim_ids', 'id', 'symbol']);
const ESCAPES: Readonly<Record<string, string>> = { n: ' ', t: ' ', r: ' ', b: '', f: '' };

/**
 * Makes text to be read along of an answer in JSON that comes in pieces: what stands in its strings, without keys and ids,
 * a line for each. However the answer is cut into pieces, the text is the same.
 */
export function readableStream(): (piece: string) => string {
  /** Open objects and arrays; of an object, the key that its value is of. */
  const open: { isObject: boolean; key: string }[] = [];
  let isInString = false;
  let isKey = false;
  let isExpectingKey = false;
  let escape: string | null = null;
  let key = '';

  const isHidden = (): boolean => open.some((one) => one.isObject && HIDDEN.has(one.key));

  /** A character within a string. @returns what is to be read of it */
  function within(char: string): string {
    if (escape !== null) {
      escape += char;
      if (escape.startsWith('u') && escape.length < 5) return '';
      const code = escape;
      escape = null;
      if (!code.startsWith('u')) return ESCAPES[code] ?? code;
      const unit = Buffer.from(code.slice(1), 'hex');
      return unit.length === 2 ? String.fromCharCode(unit.readUInt16BE()) : '';
    }
    if (char === '\\') {
      escape = '';
      return '';
    }
    return char;
  }

  function outside(char: string): void {
    if (char === '"') {
      isInString = true;
      isKey = isExpectingKey;
      key = '';
    } else if (char === '{') {
      open.push({ isObject: true, key: '' });
      isExpectingKey = true;
    } else if (char === '[') {
      open.push({ isObject: false, key: '' });
      isExpectingKey = false;
    } else if (char === '}' || char === ']') {
      open.pop();
      isExpectingKey = false;
    } else if (char === ',') isExpectingKey = open.at(-1)?.isObject === true;
    else if (char === ':') isExpectingKey = false;
  }

  return (piece) => {
    let text = '';
    for (const char of piece) {
      if (!isInString) {
        // What stands before the object, such as a fence of Markdown, is no part of it.
        if (open.length > 0 || char === '{') outside(char);
        continue;
      }
      if (escape === null && char === '"') {
        isInString = false;
        const top = open.at(-1);
        if (isKey && top !== undefined) top.key = key;
        else if (!isHidden()) text += '\n';
        continue;
      }
      const read = within(char);
      if (isKey) key += read;
      else if (!isHidden()) text += read;
    }
    return text;
  };
}
