import { readResultsFiling, RESULTS_FILING } from '../evidence/nse/results-filing.ts';
import { parser, type ParserTable } from './document-parser.ts';

/**
 * What the thread can read. A new parser is a row here, of the name that its room exports by `parserNamed`. Its file loads as
 * little as it can, for the thread loads it at its start, and has its line in FOR_THREADS (test/architecture/rules.ts).
 */
export const PARSERS: ParserTable = new Map([parser(RESULTS_FILING, readResultsFiling)]);
