import { SaxesParser } from 'saxes';
import type { Archive } from './archive.ts';
import { WorkbookFault } from './fault.ts';

/** Who hears of the elements of a part. Names come without their prefix. */
export interface ElementHandler {
  begin(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  end?(name: string): void;
}

/** The parser sees so much at a time; between two slices others have their turn. */
const SLICE = 32 * 1024;
const SLICES_A_TURN = 2;

/**
 * Reads one part of a workbook slice by slice. After each slice `taken` may hand out what was found in it. A document
 * type, and with it every entity of the document's own, is refused.
 * @throws WorkbookFault
 */
export async function* readPart<Found>(
  archive: Archive,
  { name, most }: { name: string; most: number },
  handler: ElementHandler,
  taken: () => Found[],
): AsyncGenerator<Found[]> {
  const parser = parserFor(handler);
  const decoder = new TextDecoder();
  let slices = 0;
  for await (const chunk of archive.read(name, most)) {
    const text = decoder.decode(chunk, { stream: true });
    for (let at = 0; at < text.length; at += SLICE) {
      feed(parser, text.slice(at, at + SLICE));
      const found = taken();
      if (found.length > 0) yield found;
      if (++slices % SLICES_A_TURN === 0) await yieldToEventLoop();
    }
  }
  feed(parser, decoder.decode());
  close(parser);
  const last = taken();
  if (last.length > 0) yield last;
}

/** Reads a part of which nothing is handed out on the way. */
export async function readWholePart(
  archive: Archive,
  part: { name: string; most: number },
  handler: ElementHandler,
): Promise<void> {
  for await (const _ of readPart(archive, part, handler, () => [])) continue;
}

function parserFor(handler: ElementHandler): SaxesParser {
  const parser = new SaxesParser({ position: false });
  parser.on('error', (error) => {
    throw new WorkbookFault('broken', `Its XML is damaged: ${error.message}`);
  });
  parser.on('doctype', () => {
    throw new WorkbookFault('broken', 'Its XML has a document type, which no workbook has.');
  });
  parser.on('opentag', ({ name, attributes }) =>
    handler.begin(localName(name), attributes as Record<string, string>),
  );
  if (handler.text !== undefined) parser.on('text', (text) => handler.text?.(text));
  if (handler.end !== undefined) parser.on('closetag', ({ name }) => handler.end?.(localName(name)));
  return parser;
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}

/** The attribute of a name, with whatever prefix. */
export function attribute(attributes: Readonly<Record<string, string>>, name: string): string | null {
  const plain = attributes[name];
  if (plain !== undefined) return plain;
  const found = Object.keys(attributes).find((key) => localName(key) === name);
  return found === undefined ? null : (attributes[found] ?? null);
}

function feed(parser: SaxesParser, text: string): void {
  if (text !== '') parser.write(text);
}

function close(parser: SaxesParser): void {
  parser.close();
}

function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
