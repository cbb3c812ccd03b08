import * as yup from 'yup';
import { outside, text, Unfit } from './config-values.ts';

/** A site that a company publishes on, by the operator's word. */
interface IssuerDomain {
  symbol: string;
  /** In lower case, without a port. */
  host: string;
}

/** `KAVFLOW=www.kaveriflowtech.example,LKSP=ir.larkspur.example`; one symbol may stand there with several hosts. */
const issuerDomains = (value: string): readonly IssuerDomain[] =>
  value
    .split(',')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [symbol = '', host = ''] = pair.split('=').map((part) => part.trim());
      if (!/^[A-Za-z0-9&.-]{1,32}$/.test(symbol)) throw new Unfit('not a symbol');
      if (host.length > 253 || !/^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/i.test(host))
        throw new Unfit('not a host');
      return { symbol: symbol.toUpperCase(), host: host.toLowerCase() };
    });

/** Where evidence for research comes from, beside the sources of prices. */
export const RESEARCH_SOURCE_VARIABLES = {
  SEC_DATA_BASE_URL: {
    summary: 'Source of figures from filings of US companies (SEC EDGAR data)',
    allowed: 'http://… or https://…, or off',
    fallback: 'https://data.sec.gov',
    parse: outside,
  },
  SEC_ARCHIVE_BASE_URL: {
    summary: 'Source of filed documents of US companies (SEC EDGAR archive)',
    allowed: 'http://… or https://…, or off',
    fallback: 'https://www.sec.gov',
    parse: outside,
  },
  SEC_CONTACT: {
    summary:
      'Your e-mail address, which the SEC requires in every request; without it, Munim does not contact the SEC',
    allowed: 'an e-mail address, or empty',
    fallback: '',
    parse: (value: string) =>
      value === '' ? null : text(yup.string().matches(/^[^\s@<>()"]{1,64}@[A-Za-z0-9.-]{1,200}$/))(value),
  },
  BSE_BASE_URL: {
    summary: 'Source of announcements and corporate actions of BSE',
    allowed: 'http://… or https://…, or off',
    fallback: 'https://api.bseindia.com',
    parse: outside,
  },
  RESEARCH_ISSUER_DOMAINS: {
    summary:
      'Company websites that research may read, by symbol, within their robots.txt; no other site counts as the company’s own',
    details:
      'To add a company, add its symbol and the host where it publishes for investors. List a company twice if it uses two hosts. Munim reads at most 12 pages per company, one a second, and nothing that robots.txt forbids. PDF documents are listed, not read.',
    allowed: 'symbols with host names, such as INFY=www.infosys.com, separated by commas, or empty',
    fallback: '',
    parse: issuerDomains,
  },
} as const;
