import { CHAT_WORDS } from './chat.ts';
import { COMPANY_WORDS } from './companies.ts';
import { OPTIONS_WORDS } from './options.ts';
import { POLICY_WORDS } from './policies.ts';
import { PORTFOLIO_WORDS } from './portfolio.ts';
import { RECORD_WORDS } from './records.ts';
import { REPORT_WORDS } from './reports.ts';
import type { WordTable } from './row.ts';

export type { Placeholder } from './row.ts';

/** How people ask for each command, by its name or another that it answers to. */
export const WORDS: WordTable = {
  ...PORTFOLIO_WORDS,
  ...COMPANY_WORDS,
  ...REPORT_WORDS,
  ...RECORD_WORDS,
  ...POLICY_WORDS,
  ...OPTIONS_WORDS,
  ...CHAT_WORDS,
};
