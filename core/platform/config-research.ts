import { flag, positive, seconds, Unfit, whole } from './config-values.ts';

const seconds1to600 = (value: string) => {
  const number = seconds(600)(value);
  if (number < 1) throw new Unfit('too short');
  return number;
};

/** Switches and limits of AI research (research/Feature flags, research/Limits). All switches are off unless they are set. */
export const RESEARCH_VARIABLES = {
  PORTFOLIO_AI_RESEARCH_ENABLED: {
    summary: 'AI research: people can request and read dossiers of listed shares',
    allowed: '1 or 0',
    fallback: '0',
    parse: flag,
  },
  PORTFOLIO_AI_RESEARCH_WORKER_ENABLED: {
    summary: 'Let the jobs role of this process run the research that is waiting',
    details: 'With several processes, switch it on in one.',
    allowed: '1 or 0',
    fallback: '0',
    parse: flag,
  },
  PORTFOLIO_AI_RESEARCH_SCHEDULE_ENABLED: {
    summary: 'Check theses again every day at 09:30, Indian time',
    details: 'One pinned share per day, in turn. Needs PORTFOLIO_AI_RESEARCH_ENABLED=1 and a worker.',
    allowed: '1 or 0',
    fallback: '0',
    parse: flag,
  },
  PORTFOLIO_AI_RESEARCH_OUTCOME_ENABLED: {
    summary: 'Every day at 16:00, Indian time, measure the returns 5, 20 and 60 days after a dossier',
    details: 'Needs PORTFOLIO_AI_RESEARCH_ENABLED=1.',
    allowed: '1 or 0',
    fallback: '0',
    parse: flag,
  },
  PORTFOLIO_AI_RESEARCH_MAX_COST_USD_PER_RUN: {
    summary: 'Maximum cost of one research run at list prices, in US dollars',
    allowed: 'a positive number',
    fallback: '1.0',
    parse: positive,
  },
  PORTFOLIO_AI_RESEARCH_DAILY_RUN_LIMIT: {
    summary: 'Research runs that each person may request per day, Indian time',
    allowed: 'a whole number from 1 to 1000',
    fallback: '25',
    parse: whole(1, 1000),
  },
  PORTFOLIO_AI_RESEARCH_MAX_INPUT_TOKENS: {
    summary: 'Maximum tokens that a research stage sends to a model',
    allowed: 'a whole number from 8000 to 1000000',
    fallback: '48000',
    // The instructions of a stage and the form of its answer take some five thousand by themselves.
    parse: whole(8_000, 1_000_000),
  },
  PORTFOLIO_AI_RESEARCH_MAX_OUTPUT_TOKENS: {
    summary: 'Maximum tokens in a model’s answer to a research stage',
    allowed: 'a whole number from 100 to 200000',
    fallback: '8000',
    parse: whole(100, 200_000),
  },
  PORTFOLIO_AI_RESEARCH_TIMEOUT_SEC: {
    summary: 'Seconds that one model call may take in research',
    allowed: 'a number from 1 to 600',
    fallback: '60',
    parse: seconds1to600,
  },
  PORTFOLIO_AI_RESEARCH_MAX_RETRIES: {
    summary: 'How often a failed model call is repeated in research',
    allowed: 'a whole number from 0 to 5',
    fallback: '1',
    parse: whole(0, 5),
  },
  PORTFOLIO_AI_RESEARCH_V3_PEER_COUNT: {
    summary: 'Maximum number of peers that research compares a share with',
    allowed: 'a whole number from 3 to 20',
    fallback: '6',
    parse: whole(3, 20),
  },
};
