/** The thread in which large documents are read; parsing.ts starts it and tells it what to read. */
import { PARSERS } from './parsers.ts';
import { serveParsers } from './serve-parsers.ts';

serveParsers(PARSERS);
