export { type DocumentParser, parserNamed, type ParserName } from './document-parser.ts';
export { jsonOf } from './json.ts';
export { MalformedDocument, UnreadDocument } from './malformed.ts';
export { createParsing, type Parsing, PARSING_LIMITS, type ParsingLimits } from './parsing.ts';
