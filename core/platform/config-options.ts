import { positive, url } from './config-values.ts';

/** Variables of the options workspace. */
export const OPTIONS_VARIABLES = {
  OPTIONS_DATABASE_URL: {
    summary: 'A Postgres database for the options workspace, instead of its own file in DATA_DIR',
    allowed: 'postgres://user:password@host:port/database, or empty',
    fallback: '',
    parse: url('postgres:', 'postgresql:'),
  },
  PHASE1_CAPITAL: {
    summary:
      'Trading capital of the options workspace in rupees; returns and drawdowns are measured against it',
    allowed: 'a number above 0',
    fallback: '500000',
    parse: positive,
  },
};
