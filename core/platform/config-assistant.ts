import { whole } from './config-values.ts';

/** Variables of the assistant. */
export const ASSISTANT_VARIABLES = {
  ASSISTANT_CONTEXT_TOKENS: {
    summary: 'Maximum tokens of your own data that the assistant sends with a question',
    allowed: 'a whole number from 1000 to 100000',
    fallback: '12000',
    parse: whole(1_000, 100_000),
  },
};
