import type { LocalMessage, TextEntity } from '../core/chat/index.ts';

const BOLD = ['\u001B[1m', '\u001B[22m'] as const;
const DIM = ['\u001B[2m', '\u001B[22m'] as const;

export interface Choice {
  label: string;
  data: string;
}

/** One message as lines of a terminal: text, saved file, numbered buttons. */
export function showMessage(
  message: LocalMessage,
  options: { colours: boolean; savedAs: string | null; edited: boolean },
): string {
  const paint = ([on, off]: readonly [string, string], text: string) =>
    options.colours ? `${on}${text}${off}` : text;
  const lines: string[] = [];
  if (options.edited) lines.push(paint(DIM, '(edited message)'));
  const safe = withoutControls(message.text);
  const text = options.colours ? embolden(safe, message.entities) : safe;
  if (text !== '') lines.push(text);
  if (options.savedAs !== null) {
    lines.push(`[${message.attachment?.kind === 'photo' ? 'picture' : 'file'}] ${options.savedAs}`);
  }
  const choices = choicesOf(message);
  if (choices.length > 0)
    lines.push(
      paint(DIM, choices.map(({ label }, index) => `${index + 1}) ${withoutControls(label)}`).join('   ')),
    );
  return lines.join('\n');
}

/** The buttons of a message in the order in which they are numbered. */
export function choicesOf(message: LocalMessage): Choice[] {
  return message.buttons.flat().map(({ text, data }) => ({ label: text, data }));
}

/** A file or a name in a message could carry sequences that steer the terminal: each such sign becomes a mark. */
function withoutControls(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]/gu, '\uFFFD');
}

/** Bold parts of a text in bold. */
function embolden(text: string, entities: readonly TextEntity[]): string {
  const marks = entities
    .filter((entity) => entity.type === 'bold')
    .sort((a, b) => b.offset - a.offset)
    .reduce((shown, { offset, length }) => {
      const end = offset + length;
      return `${shown.slice(0, offset)}${BOLD[0]}${shown.slice(offset, end)}${BOLD[1]}${shown.slice(end)}`;
    }, text);
  return marks;
}

/**
 * The path a line names when it is one: typed, quoted, dragged into the window (spaces escaped), or a file: address.
 * Commands begin with a slash too, so whoever calls this checks that the file is there.
 */
export function pathIn(line: string, home: string): string | null {
  const text = line.trim();
  const quoted = /^'(.*)'$|^"(.*)"$/.exec(text);
  let path = quoted?.[1] ?? quoted?.[2] ?? text.replaceAll(/\\(.)/g, '$1');
  if (path.startsWith('file://')) {
    try {
      path = decodeURIComponent(new URL(path).pathname);
    } catch {
      return null;
    }
  }
  if (path.startsWith('~/')) path = `${home}${path.slice(1)}`;
  const looksLikeOne =
    /^(?:\/|\.{1,2}\/|[A-Za-z]:\\)/.test(path) || /\.(?:csv|txt|tsv|xml|xlsx?)$/i.test(path);
  return looksLikeOne && path !== '' ? path : null;
}
