import type { EvidenceProviderName, ResearchParts } from '../../core/research/index.ts';
import { composing, OUTPUTS_SAID } from './composing.ts';
import { acquired, type Script, script, scriptedResearch } from './scripted-evidence.ts';
import { type StageModels, stageChain, stageModels } from './stage-models.ts';

/** Research whose evidence is that of `checkedReport`, and whose models say what `composing` has them say. */
export interface ReportWorld {
  told: Script;
  models: StageModels;
  /** Why the report cannot be printed; null where it can. */
  unprinted: string | null;
  /** How often it was printed. */
  printed: number;
}

export const reportWorld = (): ReportWorld => ({
  told: { ...script(), verdict: 'SUFFICIENT' },
  models: stageModels({ ...OUTPUTS_SAID }),
  unprinted: null,
  printed: 0,
});

/** Parts of research that follow it. */
export function researchOf(world: ReportWorld): Partial<ResearchParts> {
  const { facts, packets, coverage, conflicts } = composing();
  const parts = scriptedResearch(world.told);
  const source: EvidenceProviderName = 'nse_filings';
  return {
    ...parts,
    providers: [
      {
        name: source,
        covers: () => true,
        async acquire({ mode, as_of }) {
          await world.told.before(source);
          world.told.asked.push({ provider: source, mode, as_of });
          return acquired(...packets);
        },
      },
    ],
    async buildLedger() {
      await world.told.before('LEDGER');
      world.told.built += 1;
      const { verdict } = world.told;
      const rows =
        verdict === 'SUFFICIENT'
          ? coverage.rows
          : coverage.rows.map((row, at) => (at === 0 ? UNCOVERED(row) : row));
      return {
        facts,
        conflicts,
        unavailable: [],
        coverage: { rows, required_pct: verdict === 'SUFFICIENT' ? 100 : 75, verdict },
        hash_mismatch: 0,
      };
    },
    peersOf: () =>
      Promise.resolve([{ ...composing().subject, instrument_id: '99', symbol: 'DEEP', name: 'Deep Pumps' }]),
    chainFor: async () => await stageChainOf(world.models),
    print: async () => {
      world.printed += 1;
      if (world.unprinted !== null) throw new Error(world.unprinted);
      return await Promise.resolve(new Uint8Array([37]));
    },
    timers: shortPauses,
  };
}

const UNCOVERED = <T extends { is_covered: boolean }>(row: T) => ({
  ...row,
  achieved: 'AGGREGATOR' as const,
  is_covered: false,
  reason: 'INSUFFICIENT_AUTHORITY_FOR_COVERAGE' as const,
  detail: 'Only second-hand data has it.',
});

/** One chain for the scripted models, so that what was answered before is known. */
const chains = new WeakMap<StageModels, ReturnType<typeof stageChain>>();
function stageChainOf(models: StageModels): ReturnType<ReturnType<typeof stageChain>> {
  const chain = chains.get(models) ?? stageChain(models);
  chains.set(models, chain);
  return chain();
}

/** Pauses pass at once, and limits never come. */
const shortPauses = {
  now: () => 0,
  sleep: async (ms: number, signal?: AbortSignal) => {
    if (ms <= 5_000) return;
    await new Promise<void>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
  },
};
