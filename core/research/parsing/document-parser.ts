/**
 * Reads a document: pure, of its bytes and of arguments that JSON can hold, to a result that JSON can hold. What it throws is
 * told as a MalformedDocument.
 */
export type DocumentParser<Args = never, Result = unknown> = (body: Buffer, args: Args) => Result;

/** Names a parser of the thread, and knows its types without loading it. */
export interface ParserName<Args, Result> {
  readonly name: string;
  /** Never there: it carries the types alone. */
  readonly types?: DocumentParser<Args, Result>;
}

/** `const COMPANY_FACTS = parserNamed<typeof readCompanyFacts>('sec_company_facts')` */
export function parserNamed<P extends DocumentParser>(
  name: string,
): ParserName<Parameters<P>[1], ReturnType<P>> {
  return { name };
}

/** Parsers by their names. */
export type ParserTable = ReadonlyMap<string, DocumentParser>;

/** A row of a table of parsers: a name and what it stands for, of the same types. */
export function parser<Args, Result>(
  { name }: ParserName<Args, Result>,
  read: DocumentParser<Args, Result>,
): readonly [string, DocumentParser] {
  return [name, read];
}

export interface DocumentToRead {
  parser: string;
  body: Uint8Array;
  /** JSON */
  args: string;
  /** Longest answer, in characters. */
  maxAnswer: number;
}

export type DocumentRead =
  /** The result as JSON: one text is handed over faster than the many objects that it holds. */
  { json: string } | { malformed: string } | { too_large: string };
