import { SaxesParser } from 'saxes';
import { StatementError } from './statement-error.ts';

/** Bounds of one document, so that nothing of it can fill the memory. */
export interface XmlLimits {
  /** Elements within one another. */
  depth: number;
  /** Characters of one tag with its attributes, of one text or of one comment. */
  tagLength: number;
  attributes: number;
}

export const XML_LIMITS: XmlLimits = { depth: 16, tagLength: 128 * 1024, attributes: 1000 };

/** An element as it begins, or as it ends with the text directly before its end. */
export type XmlEvent =
  | { kind: 'begin'; name: string; attributes: Readonly<Record<string, string>>; line: number }
  | { kind: 'end'; name: string; text: string };

/** The parser sees so much at a time; between two slices others have their turn. */
const SLICE = 16 * 1024;
const SLICES_A_TURN = 2;

/**
 * The elements of an XML document, some at a time, while its bytes (UTF-8) or characters arrive. A document type, and
 * with it every entity of the document's own, is refused.
 * @throws StatementError malformed, too_large; whatever the source throws.
 */
export async function* readXml(
  source: AsyncIterable<Uint8Array | string>,
  limits: XmlLimits = XML_LIMITS,
): AsyncGenerator<XmlEvent[]> {
  const reader = new XmlReader(limits);
  let slices = 0;
  for await (const text of textOf(source)) {
    for (let at = 0; at < text.length; at += SLICE) {
      const events = reader.push(text.slice(at, at + SLICE));
      if (events.length > 0) yield events;
      if (++slices % SLICES_A_TURN === 0) await yieldToEventLoop();
    }
  }
  const last = reader.end();
  if (last.length > 0) yield last;
}

function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function* textOf(source: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const part of source)
    yield typeof part === 'string' ? part : decoder.decode(part, { stream: true });
  yield decoder.decode();
}

class XmlReader {
  readonly #parser = new SaxesParser();
  readonly #limits: XmlLimits;
  #events: XmlEvent[] = [];
  #depth = 0;
  #attributes = 0;
  #text = '';
  #read = 0;
  /** How much had been read when the parser last came to the end of something. */
  #settled = 0;
  #begun = false;

  constructor(limits: XmlLimits) {
    this.#limits = limits;
    const parser = this.#parser;
    const settle = () => {
      this.#settled = this.#read;
    };
    parser.on('error', (error) => {
      throw new StatementError('malformed', `The XML is incomplete or invalid at line ${parser.line}.`, {
        cause: error,
      });
    });
    parser.on('doctype', () => {
      throw new StatementError('malformed', 'The XML declares its own document type, which is not allowed.');
    });
    parser.on('comment', settle);
    parser.on('cdata', settle);
    parser.on('processinginstruction', settle);
    parser.on('text', (text) => {
      settle();
      this.#text = text;
    });
    parser.on('opentagstart', () => {
      this.#attributes = 0;
      this.#text = '';
      if (++this.#depth > this.#limits.depth)
        throw tooLarge(`nests more than ${this.#limits.depth} elements`, parser.line);
    });
    parser.on('attribute', () => {
      if (++this.#attributes > this.#limits.attributes)
        throw tooLarge(`gives an element more than ${this.#limits.attributes} attributes`, parser.line);
    });
    parser.on('opentag', ({ name, attributes }) => {
      settle();
      this.#events.push({ kind: 'begin', name, attributes, line: parser.line });
    });
    parser.on('closetag', ({ name }) => {
      settle();
      this.#depth -= 1;
      this.#events.push({ kind: 'end', name, text: this.#text });
      this.#text = '';
    });
  }

  push(text: string): XmlEvent[] {
    let part = text;
    if (!this.#begun && part !== '') {
      // Some programs put a byte order mark before text that needs none.
      if (part.startsWith('\ufeff')) part = part.slice(1);
      this.#begun = true;
    }
    this.#read += part.length;
    this.#parser.write(part);
    if (this.#read - this.#settled > this.#limits.tagLength)
      throw tooLarge(`has an element of more than ${this.#limits.tagLength} characters`, this.#parser.line);
    return this.#taken();
  }

  end(): XmlEvent[] {
    this.#parser.close();
    return this.#taken();
  }

  #taken(): XmlEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }
}

function tooLarge(what: string, line: number): StatementError {
  return new StatementError('too_large', `The XML ${what} (line ${line}), which no real statement does.`);
}
