import type { Database, DbTransaction } from '../../../platform/index.ts';
import { type Outputs, OUTPUTS } from '../../analysis/index.ts';
import {
  type Coverage,
  type EvidencePacket,
  type Fact,
  type FactConflict,
  inTurns,
  turn,
} from '../../port/index.ts';
import { ConflictModel, CoverageModel, PacketModel, type ResearchRunModel } from '../../runs/index.ts';
import { readAnswer } from '../../prompts/index.ts';
import type { ResearchWorkerParts } from '../parts.ts';

/** Rows that are read at once: others have their turn in between. */
const FACTS_AT_ONCE = 250;
const PACKETS_AT_ONCE = 20;

/** All that stages which ask models are told, and what they came to so far. It is read once for a run and process. */
export interface RunMaterial {
  facts: readonly Fact[];
  conflicts: readonly FactConflict[];
  coverage: Coverage;
  packets: readonly EvidencePacket[];
  peers: readonly { symbol: string; name: string | null }[];
  /** What the public profile calls the company. */
  profileName: string | null;
  /** Grows as stages come to their end. */
  outputs: Outputs;
}

/** Columns of a fact as the ledger had it; its row has more. */
const FACT_COLUMNS = [
  'fact_id',
  'metric',
  'scope',
  'scope_detail',
  'period',
  'unit',
  'value',
  'value_high',
  'authority',
  'label',
  'is_validated',
  'source_ids',
  'locator',
  'published_at',
  'derivation',
  'notes',
] as const satisfies readonly (keyof Fact)[];

/**
 * Reads what stages of a run are told, once its coverage is known.
 * @throws why the database or the registry could not be used
 */
export async function readMaterial(
  database: Pick<Database, 'readAsSystem'>,
  run: ResearchRunModel,
  { peersOf }: Pick<ResearchWorkerParts, 'peersOf'>,
): Promise<RunMaterial> {
  const of = { run_id: run.id };
  const { required_pct, verdict } = run;
  if (required_pct === null || verdict === null) throw new Error('the coverage of this run is not known');
  const read = <T>(why: string, work: (trx: DbTransaction) => PromiseLike<T>) =>
    database.readAsSystem(why, work);
  const facts: Fact[] = [];
  for (let from = 0; ; from += FACTS_AT_ONCE) {
    await turn();
    const rows = await read(
      'read facts of a run of research',
      async (trx) => await readFacts(trx, run.id, from),
    );
    facts.push(...rows);
    if (rows.length < FACTS_AT_ONCE) break;
  }
  const ids = await read('name the packets of a run of research', (trx) =>
    PacketModel.query(trx).where(of).orderBy('id').select('id'),
  );
  const packets: EvidencePacket[] = [];
  for await (const some of inTurns(ids, PACKETS_AT_ONCE)) {
    const rows = await read('read packets of a run of research', (trx) =>
      PacketModel.query(trx)
        .whereIn(
          'id',
          some.map(({ id }) => id),
        )
        .orderBy('id')
        .select('content'),
    );
    packets.push(...rows.map(({ content }) => content));
  }
  const { conflicts, coverage, outputs } = await read('read what a run of research came to', async (trx) => ({
    conflicts: await ConflictModel.query(trx).where(of).orderBy('nr'),
    coverage: await CoverageModel.query(trx).where(of).orderBy('nr'),
    outputs: (await trx('research.ai_research_stage_outputs').where(of).select('stage', 'output')) as {
      stage: string;
      output: unknown;
    }[],
  }));
  const as_of = (run.as_of ?? run.created_at).toISOString();
  const peers = await peersOf(run.subject, run.limits.peer_count, { id: run.id, mode: run.mode, as_of });
  return {
    facts,
    conflicts: conflicts.map(({ content }) => content),
    coverage: {
      rows: coverage.map(({ content }) => content),
      required_pct,
      verdict,
    },
    packets,
    peers: peers.map(({ symbol, name }) => ({ symbol, name })),
    profileName: profileNameIn(packets),
    outputs: outputsOf(outputs),
  };
}

/** Some facts after that number, as one piece of JSON: it is read in a part of the time that rows of columns take. */
async function readFacts(trx: DbTransaction, run_id: string, after: number): Promise<Fact[]> {
  const facts = trx('research.ai_research_facts')
    .where({ run_id })
    .where('nr', '>', after)
    .orderBy('nr')
    .limit(FACTS_AT_ONCE)
    .select('nr', ...FACT_COLUMNS)
    .as('fact');
  const row = (await trx
    .from(facts)
    .first(trx.raw(`coalesce(json_agg(fact order by nr), '[]') as facts`))) as {
    facts: Fact[];
  };
  return row.facts.map(toFact);
}

/** All facts are objects of one shape, which the engine looks through far faster than copies without some of their keys. */
function toFact(row: Fact): Fact {
  const { fact_id, metric, scope, scope_detail, period, unit, value, value_high, authority, label } = row;
  const { is_validated, source_ids, locator, published_at, derivation, notes } = row;
  return {
    fact_id,
    metric,
    scope,
    scope_detail,
    period,
    unit,
    value,
    value_high,
    authority,
    label,
    is_validated,
    source_ids,
    locator,
    published_at: published_at === null ? null : new Date(published_at).toISOString(),
    derivation,
    notes,
  };
}

const profileNameIn = (packets: readonly EvidencePacket[]): string | null =>
  packets.find(({ provider, entity }) => provider === 'yahoo' && (entity.name?.trim() ?? '') !== '')?.entity
    .name ?? null;

/** What stages said before this process took the run up, by the form that it has now; another form is as if it had failed. */
function outputsOf(rows: readonly { stage: string; output: unknown }[]): Outputs {
  const outputs: Record<string, unknown> = {};
  for (const { stage, output } of rows) {
    if (!isModelStage(stage)) continue;
    const read = readAnswer(stage, output);
    if ('output' in read) outputs[stage] = read.output;
  }
  return outputs as Outputs;
}

const isModelStage = (stage: string): stage is keyof typeof OUTPUTS => stage in OUTPUTS;
