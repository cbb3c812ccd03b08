import { EXHIBIT, readExhibit } from '../evidence/sec/exhibit-page.ts';
import { COMPANY_FACTS, readCompanyFacts } from '../evidence/sec/company-facts.ts';
import {
  OLDER_FILINGS,
  readOlderFilings,
  readSubmissions,
  SUBMISSIONS,
} from '../evidence/sec/submissions.ts';
import { readTickers, TICKERS } from '../evidence/sec/tickers.ts';
import { readSitemap, SITEMAP } from '../evidence/issuer/sitemap.ts';
import { readSitePage, SITE_PAGE } from '../evidence/issuer/site-page.ts';
import { readResultsFiling, RESULTS_FILING } from '../evidence/nse/results-filing.ts';
import { parser, type ParserTable } from './document-parser.ts';

/**
 * What the thread can read. A new parser is a row here, of the name that its room exports by `parserNamed`. Its file loads as
 * little as it can, for the thread loads it at its start, and has its line in FOR_THREADS (test/architecture/rules.ts).
 */
export const PARSERS: ParserTable = new Map([
  parser(COMPANY_FACTS, readCompanyFacts),
  parser(SUBMISSIONS, readSubmissions),
  parser(OLDER_FILINGS, readOlderFilings),
  parser(TICKERS, readTickers),
  parser(EXHIBIT, readExhibit),
  parser(RESULTS_FILING, readResultsFiling),
  parser(SITEMAP, readSitemap),
  parser(SITE_PAGE, readSitePage),
]);
