import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDocuments, DocumentNotKept, importEvidence } from '../../../core/research/index.ts';
import { createReportPrinter } from '../../../core/research/pdf/index.ts';
import type { Core } from '../../../core/assembly/index.ts';
import { sharedCore, type TestCore } from '../core.ts';
import { RESEARCH_ON, UNPRINTED } from '../scripted-evidence.ts';
import { stageChain, type StageModels } from '../stage-models.ts';
import { INDIA_AS_OF, INDIAN_SITE, registerIndianPeers, writeIndianEvidence } from './india.ts';

export type Dossier = Awaited<ReturnType<Core['research']['runs']['dossier']>>;

export interface IndianRun {
  /** Takes only what was published by then; left out: what is known on the last day. */
  cutoff?: string;
  /** Kept documents that are as if they were not there, by their source and path. */
  without?: RegExp;
  /** With it stages ask the models of the world, and the report is printed; without it there is no model. */
  isWritten?: boolean;
}

export interface IndianWorld {
  world: TestCore;
  /** What the import said. */
  imported: string[];
  /** A run that waits for its end, by the real sources and the real worker. */
  run(options?: IndianRun): Promise<Dossier>;
}

/** The made-up Indian company in a database, imported once for the cases of a `describe`. */
export function indianWorld(models: StageModels): () => Promise<IndianWorld> {
  let without: RegExp | null = null;
  // However busy the machine is: the thread loads its program from source.
  const printer = createReportPrinter({ timers: { sleep: () => new Promise(() => undefined) } });
  after(() => printer.close());
  let world: TestCore | null = null;
  const isHidden = (source: string, asked: string) => without?.test(`${source} ${asked}`) ?? false;
  const fresh = sharedCore({
    at: INDIA_AS_OF,
    environment: { ...RESEARCH_ON, ...INDIAN_SITE, PORTFOLIO_AI_RESEARCH_DAILY_RUN_LIMIT: '20' },
    research: {
      chainFor: stageChain(models),
      print: async (report) => await (models.isSetUp ? printer : UNPRINTED).print(report),
      documentsOf(terms) {
        if (world === null) throw new Error('the world is not there yet');
        const kept = createDocuments(world.core).of(terms);
        return {
          async get(request, signal) {
            const { source, path: asked } = request;
            if (isHidden(source, asked)) throw new DocumentNotKept(source, asked);
            return await kept.get(request, signal);
          },
          async kept(source, prefix) {
            const found = (await kept.kept?.(source, prefix)) ?? [];
            return found.filter((one) => !isHidden(source, one));
          },
        };
      },
    },
  });
  return async () => {
    const own = await fresh();
    world = own;
    const folder = await mkdtemp(path.join(tmpdir(), 'munim-india-'));
    const imported: string[] = [];
    try {
      await writeIndianEvidence(folder);
      await importEvidence(own.core, { folder, isDry: false }, (line) => imported.push(line));
    } finally {
      await rm(folder, { recursive: true });
    }
    await registerIndianPeers(own.core);
    const { runs, worker } = own.core.research;
    return {
      world: own,
      imported,
      async run({ cutoff, without: hidden, isWritten = false } = {}) {
        without = hidden ?? null;
        models.isSetUp = isWritten;
        const asked =
          cutoff === undefined ? { mode: 'OFFLINE' as const } : { mode: 'HISTORICAL' as const, cutoff };
        const { run_id } = await runs.create(
          own.owner,
          'V2',
          { symbol: 'KAVFLOW', ...asked },
          { actor: 'test' },
        );
        await worker.next(new AbortController().signal);
        return await runs.dossier(own.owner, run_id);
      },
    };
  };
}

/** Facts of a dossier by their ids. */
export function factsOf({ facts }: Dossier) {
  const byId = new Map(facts.map((fact) => [fact.fact_id, fact]));
  return {
    fact: (id: string) => byId.get(id) ?? null,
    value: (id: string): string | null => byId.get(id)?.value ?? null,
    range: (id: string) => [byId.get(id)?.value ?? null, byId.get(id)?.value_high ?? null],
  };
}
