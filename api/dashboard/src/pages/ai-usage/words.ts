import { UNKNOWN } from '../../../../../charts/format.ts';

/** US dollars; small sums keep four digits. */
export const usd = (value: number | null): string =>
  value === null ? UNKNOWN : `$${value.toFixed(value !== 0 && Math.abs(value) < 1 ? 4 : 2)}`;

export const tokens = (count: number | null): string =>
  count === null ? UNKNOWN : count.toLocaleString('en-IN');

const PROVIDERS: Readonly<Record<string, string>> = {
  cli_default: 'Command line',
  provider_a: 'Provider A',
  provider_b: 'Provider B',
  gateway: 'Gateway',
};
export const providerName = (id: string): string => PROVIDERS[id] ?? id;

/** `ai_insight` is "Ai insight" nowhere: features are called as people know them. */
const FEATURES: Readonly<Record<string, string>> = {
  assistant: 'Assistant',
  ai_insight: 'Your portfolio in words',
  market_analysis: 'AI market analysis',
  journal_debrief: 'Debrief of the options journal',
  watchlist_narration: 'Narration of the watchlist',
  research: 'Research',
  research_evaluation: 'Judges of research reports',
  settings_test: 'Tests of providers',
};
export const featureName = (feature: string): string => FEATURES[feature] ?? feature.replaceAll('_', ' ');
