import { type Config, conflict } from '../../platform/index.ts';

type Flags = Pick<Config, 'PORTFOLIO_AI_RESEARCH_ENABLED' | 'PORTFOLIO_AI_RESEARCH_WORKER_ENABLED'>;

const OFF = 'AI research is switched off. Set PORTFOLIO_AI_RESEARCH_ENABLED=1 and start Munim again.';

/** What is switched off that a run needs, with the setting; null where nothing is. */
export function whatIsOff(config: Flags): string | null {
  if (!config.PORTFOLIO_AI_RESEARCH_ENABLED) return OFF;
  return config.PORTFOLIO_AI_RESEARCH_WORKER_ENABLED
    ? null
    : 'No research worker is switched on here, so runs wait. Set PORTFOLIO_AI_RESEARCH_WORKER_ENABLED=1 for one process, which then does them.';
}

/** @throws 409 AI_RESEARCH_OFF */
export function requireEnabled(config: Flags): void {
  if (!config.PORTFOLIO_AI_RESEARCH_ENABLED) throw conflict('AI_RESEARCH_OFF', OFF);
}
