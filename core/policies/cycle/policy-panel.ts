import type { PanelLoader, PricePanel, StrategyConfig } from '../../strategies/index.ts';
import { historyNeeded, liquidSweepOf } from '../../strategies/index.ts';

/** What a policy looks at over some sessions. */
interface PolicyPanelQuestion {
  config: StrategyConfig;
  /** First and last session, YYYY-MM-DD. */
  from: string;
  to: string;
  /** Instruments that are held, whether they belong to the universe or not. */
  held: readonly string[];
}

export type ReadPolicyPanel = (question: PolicyPanelQuestion) => Promise<PricePanel>;

/**
 * Panels of policies, each read once for all that look at the same shares and sessions in one round: fifty policies of one
 * index read it once.
 */
export function createPolicyPanels(loader: Pick<PanelLoader, 'load'>): ReadPolicyPanel {
  const kept = new Map<string, Promise<PricePanel>>();
  const keyOf = ({ config, from, to }: PolicyPanelQuestion) =>
    JSON.stringify([config.universe, from, to, historyNeeded(config), liquidSweepOf(config)?.symbol]);
  const read = async ({ config, from, to }: PolicyPanelQuestion, also: readonly string[]) => {
    const liquid = liquidSweepOf(config)?.symbol;
    const fund = liquid === undefined ? {} : { liquid };
    const warmup = historyNeeded(config);
    return (await loader.load({ universe: config.universe, from, to, warmup, also, ...fund })).panel;
  };
  return async (question) => {
    const key = keyOf(question);
    let panel = kept.get(key);
    if (panel === undefined) {
      panel = read(question, []);
      kept.set(key, panel);
      // A failure is asked again by the next one.
      panel.catch(() => kept.delete(key));
    }
    const shared = await panel;
    const known = new Set(shared.securities.map(({ instrument_id }) => instrument_id));
    const others = question.held.filter((id) => !known.has(id));
    return others.length === 0 ? shared : await read(question, others);
  };
}
