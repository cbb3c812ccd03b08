const COLUMNS = ['date', 'exchange', 'kind', 'reason', 'open', 'close'];
const NEEDED = COLUMNS.slice(0, 4);

/**
 * The lines of a small CSV file (commas, quotes doubled inside quotes, any line ends) as records by column; empty
 * cells are left out. A sentence instead when the file as a whole cannot be read.
 */
export function readCsv(text: string): Record<string, string>[] | string {
  const lines = splitCsv(text.replace(/^\uFEFF/, ''));
  if (lines === null) return 'The file ends inside a quoted cell.';
  const [header, ...rows] = lines.filter((cells) => cells.some((cell) => cell.trim() !== ''));
  const names = header?.map((cell) => cell.trim().toLowerCase()) ?? [];
  const missing = NEEDED.filter((name) => !names.includes(name));
  if (missing.length > 0) return `The first line must name the columns; missing: ${missing.join(', ')}.`;
  if (new Set(names).size < names.length) return 'The first line names a column twice.';
  return rows.map((cells) =>
    Object.fromEntries(
      cells
        .map((cell, index): [string, string] => [names[index] ?? `column ${index + 1}`, cell.trim()])
        .filter(([, cell]) => cell !== ''),
    ),
  );
}

function splitCsv(text: string): string[][] | null {
  const lines: string[][] = [];
  let cells: string[] = [];
  let cell = '';
  let quoted = false;
  const endLine = () => {
    lines.push([...cells, cell]);
    cells = [];
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (quoted && char === '"' && text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (char === '"' && (quoted || cell.trim() === '')) quoted = !quoted;
    else if (quoted) cell += char;
    else if (char === ',') {
      cells.push(cell);
      cell = '';
    } else if (char === '\n' || char === '\r') {
      if (char === '\r' && text[at + 1] === '\n') at += 1;
      endLine();
    } else cell += char;
  }
  if (quoted) return null;
  endLine();
  return lines;
}
