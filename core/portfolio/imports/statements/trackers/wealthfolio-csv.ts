/**
 * Cuts Wealthfolio's export into records. It writes every cell in quotes and a quote within one as \", not as two; a line
 * break as \n. Goes through the text once.
 */
export function recordsOf(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let at = 0;
  while (at < text.length) {
    const cell = text[at] === '"' ? quoted(text, at + 1) : bare(text, at);
    record.push(cell.value);
    at = cell.next;
    if (text[at] === ',') {
      at++;
      if (at < text.length) continue;
      record.push('');
    }
    records.push(record);
    record = [];
    while (text[at] === '\r' || text[at] === '\n') at++;
  }
  return records;
}

function quoted(text: string, from: number): { value: string; next: number } {
  const pieces: string[] = [];
  let at = from;
  let start = from;
  while (at < text.length) {
    const letter = text[at];
    const after = text[at + 1];
    if (letter === '\\' && (after === '"' || after === '\\' || after === 'n')) {
      pieces.push(text.slice(start, at), after === 'n' ? '\n' : after);
      at += 2;
      start = at;
    } else if (letter === '"' && after === '"') {
      pieces.push(text.slice(start, at), '"');
      at += 2;
      start = at;
    } else if (letter === '"') break;
    else at++;
  }
  pieces.push(text.slice(start, at));
  // What follows the end of a cell, up to the next, is no part of it.
  const { next } = bare(text, Math.min(at + 1, text.length));
  return { value: pieces.join(''), next };
}

function bare(text: string, from: number): { value: string; next: number } {
  const found = /[,\r\n]/g;
  found.lastIndex = from;
  const next = found.exec(text)?.index ?? text.length;
  return { value: text.slice(from, next), next };
}
