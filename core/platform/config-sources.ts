import { outside, url } from './config-values.ts';

/** Addresses of outside systems that data come from. */
export const SOURCE_VARIABLES = {
  YAHOO_BASE_URL: {
    summary: 'Source of share and ETF prices (Yahoo Finance chart data)',
    details: 'Also the source of exchange rates and index closes.',
    allowed: 'http://… or https://…, or off',
    fallback: 'https://query1.finance.yahoo.com',
    parse: outside,
  },
  AMFI_BASE_URL: {
    summary: 'Source of daily NAVs of Indian mutual funds (AMFI)',
    allowed: 'http://… or https://…, or off',
    fallback: 'https://portal.amfiindia.com',
    parse: outside,
  },
  MFAPI_BASE_URL: {
    summary: 'Source of past NAVs of Indian mutual funds (mfapi.in)',
    details: 'They value past days of funds. Munim finds a fund in AMFI’s list.',
    allowed: 'http://… or https://…, or off',
    fallback: 'https://api.mfapi.in',
    parse: outside,
  },
  NSE_ARCHIVE_BASE_URL: {
    summary: 'Source of daily closing prices (NSE archive)',
    details: 'Also the source of the lists of shares, ETFs and symbol changes.',
    allowed: 'http://… or https://…, or off',
    fallback: 'https://nsearchives.nseindia.com',
    parse: outside,
  },
  NSE_SITE_BASE_URL: {
    summary: 'Source of announced dividends, splits, bonuses and exchange holidays (NSE website)',
    details:
      'Announcements are read every morning and on demand. The list of holidays is read every week, and every day from 1 December until the next year’s is there.',
    allowed: 'http://… or https://…, or off',
    fallback: 'https://www.nseindia.com',
    parse: outside,
  },
  NYSE_BASE_URL: {
    summary: 'Source of holidays and early closes of American exchanges (NYSE website)',
    details: 'Its page of hours and holidays is read every week.',
    allowed: 'http://… or https://…, or off',
    fallback: 'https://www.nyse.com',
    parse: outside,
  },
  ZERODHA_BASE_URL: {
    summary: 'Address for zerodha connections (Kite Connect v3)',
    allowed: 'http://… or https://…, or off',
    fallback: 'https://api.kite.trade',
    parse: outside,
  },
  DHAN_BASE_URL: {
    summary: 'Address for dhan connections (DhanHQ v2)',
    allowed: 'http://… or https://…, or off',
    fallback: 'https://api.dhan.co',
    parse: outside,
  },
  IBKR_FLEX_BASE_URL: {
    summary: 'Address for ibkr_flex connections (Flex Web Service v3)',
    allowed: 'http://… or https://…, or off',
    fallback: 'https://ndcdyn.interactivebrokers.com',
    parse: outside,
  },
  WEB_SYNC_BASE_URL: {
    summary: 'Address for web-sync connections: a web backend, or a bridge to one',
    details: 'The protocol is described in core/brokers/adapters/web-sync.ts.',
    allowed: 'http://… or https://…, or off',
    fallback: 'off',
    parse: outside,
  },
  NEWS_RSS_BASE_URL: {
    summary: 'Source of headlines about an instrument (an RSS search that takes q)',
    allowed: 'http://… or https://…, or off',
    fallback: 'https://news.google.com/rss/search',
    parse: outside,
  },
  WEB_PUSH_BASE_URL: {
    summary: 'Where notices to browsers are sent: the push service of each browser, or one address for all',
    details:
      'Nothing is sent before someone switches notices on in a browser, in Settings. The services are those of Google, Mozilla, Apple and Microsoft; they cannot read the notices.',
    allowed: 'services, http://… or https://…, or off',
    fallback: 'services',
    parse: (value: string) => (value.toLowerCase() === 'services' ? ('services' as const) : outside(value)),
  },
  WEB_PUSH_CONTACT: {
    summary: 'Your address for the operators of push services; PUBLIC_URL if it is https and this is empty',
    details: 'Apple refuses notices without a real one.',
    allowed: 'mailto:… or https://…, or empty',
    fallback: '',
    parse: url('mailto:', 'https:'),
  },
} as const;
