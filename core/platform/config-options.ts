import * as yup from 'yup';
import { positive, text, url } from './config-values.ts';

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
  OPTIONS_AI_STRATEGY: {
    summary:
      'The option strategy that trades by market analyses; it goes live only if they beat the base rate',
    allowed: 'the name of a strategy',
    fallback: 'ai_market',
    parse: text(yup.string().matches(/^[\w][\w .&+-]{0,59}$/)),
  },
  OPTIONS_MAX_DRAWDOWN_PCT: {
    summary: 'Largest drawdown before a strategy may go live, percent of PHASE1_CAPITAL',
    allowed: 'a number above 0',
    fallback: '10',
    parse: positive,
  },
  OPTIONS_MAX_SLIPPAGE_PCT: {
    summary: 'Largest average slippage of fills before a strategy may go live, percent of the expected price',
    allowed: 'a number above 0',
    fallback: '1',
    parse: positive,
  },
};
