import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type DossierView, importEvidence, type ResearchParts } from '../../../core/research/index.ts';
import { type TestCore, testCore } from '../core.ts';
import { RESEARCH_ON } from '../scripted-evidence.ts';
import { registerUsPeers, writeUsEvidence } from './us.ts';

/** The made-up company of the United States in a database, imported once. */
export interface UsWorld {
  world: TestCore;
  /** What the import said. */
  imported: string[];
  /** The dossier of a run that knows what was public at a moment; the same moment is asked for once, unless anew. */
  dossierAt(cutoff: string, isAnew?: boolean): Promise<DossierView>;
}

export async function usWorld(research: Partial<ResearchParts>): Promise<UsWorld> {
  const world = await testCore({
    at: '2026-10-01T06:00:00.000Z',
    environment: { ...RESEARCH_ON },
    research,
  });
  const folder = await mkdtemp(path.join(tmpdir(), 'munim-us-'));
  const imported: string[] = [];
  try {
    await writeUsEvidence(folder);
    await importEvidence(world.core, { folder, isDry: false }, (line) => imported.push(line));
  } finally {
    await rm(folder, { recursive: true });
  }
  await registerUsPeers(world.core);
  const known = new Map<string, DossierView>();
  return {
    world,
    imported,
    async dossierAt(cutoff, isAnew = false) {
      const before = isAnew ? undefined : known.get(cutoff);
      if (before !== undefined) return before;
      const { runs, worker } = world.core.research;
      const { run_id } = await runs.create(
        world.owner,
        'V3',
        { symbol: 'LKSP', mode: 'HISTORICAL', cutoff },
        { actor: 'test' },
      );
      while (await worker.next(new AbortController().signal));
      const found = await runs.dossier(world.owner, run_id);
      known.set(cutoff, found);
      return found;
    },
  };
}
