import { positive, url } from './config-values.ts';

/** Variables of the options workspace. */
export const OPTIONS_VARIABLES = {
  OPTIONS_DATABASE_URL: {
    summary: 'A Postgres database for the options workspace instead of its own file in DATA_DIR',
    allowed: 'postgres://user:password@host:port/database, or empty',
    fallback: '',
    parse: url('postgres:', 'postgresql:'),
  },
  PHASE1_CAPITAL: {
    summary: 'Capital behind the options workspace in rupees, by which returns and drawdowns are measured',
    allowed: 'a number above 0',
    fallback: '500000',
    parse: positive,
  },
};
