export { parserNamed, type ParserName } from './document-parser.ts';
export { MalformedDocument, UnreadDocument } from './malformed.ts';
export { createParsing, type Parsing, PARSING_LIMITS, type ParsingLimits } from './parsing.ts';
