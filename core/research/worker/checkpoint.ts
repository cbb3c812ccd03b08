import { type DbTransaction, type Leased, type Leases, DAY_MS } from '../../platform/index.ts';
import { type FactLedger, inTurns } from '../port/index.ts';
import { type StageName } from '../runs/index.ts';
import type { StageResult } from './stage-result.ts';

export type ResearchClaim = Leased<'id'>;

/** Rows of one statement: it is put together within a few milliseconds, and nobody else is served meanwhile. */
const ROWS_AT_ONCE = 50;
/** Facts whose text is made at once. */
const FACTS_AT_ONCE = 200;
/** What was worked out so long ago is worked out anew. */
const CACHE_DAYS = 30;

/** Forgets facts that were worked out too long ago. @returns how many ledgers went. */
export async function pruneStageCache(trx: DbTransaction, now: Date): Promise<number> {
  return (await trx('research.ai_research_stage_cache')
    .where('created_at', '<', new Date(now.getTime() - CACHE_DAYS * DAY_MS))
    .delete()) as number;
}

const json = (value: unknown): string => JSON.stringify(value);

/** JSON of a ledger, made in pieces: that of thousands of facts takes long. */
async function ledgerText({ facts, ...rest }: FactLedger): Promise<string> {
  const texts: string[] = [];
  for await (const some of inTurns(facts, FACTS_AT_ONCE)) texts.push(json(some).slice(1, -1));
  return `${json(rest).slice(0, -1)},"facts":[${texts.join(',')}]}`;
}

/** What the calls of a run cost, as far as anybody said. */
const spentBy = (trx: DbTransaction, run_id: string) =>
  trx('research.ai_research_stage_calls').where({ run_id }).select(trx.raw('coalesce(sum(cost_usd), 0)'));

interface OfRun {
  run_id: string;
  owner_user_id: string;
}

/** Writes of the worker. Each is one transaction under the run's lease: whoever lost it writes nothing. */
export function createCheckpoints(leases: Leases<'id'>, leaseMs: number) {
  /** @param rowOf makes the row of the one with that number; it is asked when its turn has come. */
  const insert = async <T>(
    trx: DbTransaction,
    table: string,
    list: readonly T[],
    rowOf: (one: T, at: number) => Record<string, unknown>,
    key: string[],
  ): Promise<void> => {
    let done = 0;
    for await (const some of inTurns(list, ROWS_AT_ONCE)) {
      const before = done;
      done += some.length;
      await trx(table)
        .insert(some.map((one, at) => rowOf(one, before + at)))
        .onConflict(key)
        .ignore();
    }
  };

  async function writeEvidence(
    trx: DbTransaction,
    of: OfRun,
    { packets, refused, failures }: NonNullable<StageResult['evidence']>,
    now: Date,
  ): Promise<void> {
    await insert(
      trx,
      'research.ai_research_packets',
      packets,
      (packet) => ({
        ...of,
        source_id: packet.source_id,
        provider: packet.provider,
        publisher: packet.publisher,
        authority: packet.authority,
        source_class: packet.source_class,
        title: packet.title,
        url: packet.url,
        published_at: packet.published_at,
        published_precision: packet.published_precision,
        fetched_at: packet.fetched_at,
        origin: packet.origin,
        evidence_hash: packet.evidence_hash,
        content: json(packet),
      }),
      ['run_id', 'source_id'],
    );
    const recorded = { ...of, recorded_at: now };
    const sources = [
      ...packets.map(({ provider, source_id, title }) => ({
        ...recorded,
        provider,
        source_key: `${provider} ${source_id}`,
        outcome: 'USED',
        reason: null,
        detail: title,
      })),
      ...failures.map(({ provider, kind, message }) => ({
        ...recorded,
        provider,
        source_key: `${provider} ${kind} ${message}`.slice(0, 500),
        outcome: 'FAILED',
        reason: kind,
        detail: message,
      })),
    ];
    await insert(trx, 'research.ai_research_evidence_sources', sources, (one) => one, [
      'run_id',
      'source_key',
    ]);
    const used = new Set(packets.map(({ source_id }) => source_id));
    await refuse(
      trx,
      refused.map(({ provider, source_id, reason, detail }) => ({
        ...recorded,
        provider,
        source_key: `${provider} ${source_id}${reason === 'DUPLICATE' ? ' (again)' : used.has(source_id) ? ' (in part)' : ''}`,
        outcome: 'REFUSED',
        reason,
        detail,
      })),
    );
  }

  /** What was taken and is no evidence after all, such as a packet whose hash does not hold, is refused from then on. */
  async function refuse(trx: DbTransaction, rows: readonly { source_key: string }[]): Promise<void> {
    // One statement changes a row once.
    const once = [...new Map(rows.toReversed().map((row) => [row.source_key, row])).values()].toReversed();
    for await (const some of inTurns(once, ROWS_AT_ONCE))
      await trx('research.ai_research_evidence_sources')
        .insert([...some])
        .onConflict(['run_id', 'source_key'])
        .merge(['outcome', 'reason', 'detail', 'recorded_at']);
  }

  async function writeLedger(trx: DbTransaction, of: OfRun, ledger: FactLedger): Promise<void> {
    await insert(
      trx,
      'research.ai_research_facts',
      ledger.facts,
      (fact, at) => ({
        ...of,
        ...fact,
        nr: at + 1,
        period: json(fact.period),
        source_ids: json(fact.source_ids),
        derivation: fact.derivation === null ? null : json(fact.derivation),
        notes: json(fact.notes),
      }),
      ['run_id', 'fact_id'],
    );
    await insert(
      trx,
      'research.ai_research_conflicts',
      ledger.conflicts,
      (one, at) => ({
        ...of,
        fact_id: one.fact_id,
        nr: at + 1,
        rule: one.rule,
        chosen: one.chosen,
        content: json(one),
      }),
      ['run_id', 'fact_id'],
    );
  }

  async function writeCoverage(
    trx: DbTransaction,
    of: OfRun,
    { rows }: FactLedger['coverage'],
  ): Promise<void> {
    await insert(
      trx,
      'research.ai_research_coverage',
      rows,
      (row, at) => ({
        ...of,
        obligation: row.obligation,
        nr: at + 1,
        section: row.section,
        family: row.family,
        is_required: row.is_required,
        is_covered: row.is_covered,
        reason: row.reason,
        content: json(row),
      }),
      ['run_id', 'obligation'],
    );
  }

  /** What a model was asked and said, to be read again and never asked twice. */
  async function writeSaid(
    trx: DbTransaction,
    { run_id, owner_user_id }: OfRun,
    stage: StageName,
    said: NonNullable<StageResult['said']>,
    now: Date,
  ): Promise<void> {
    await trx('research.ai_research_stage_outputs')
      .insert({
        run_id,
        owner_user_id,
        stage,
        prompt_version: said.prompt_version,
        prompt: json(said.prompt),
        output: json(said.output),
        created_at: now,
      })
      .onConflict(['run_id', 'stage'])
      .merge();
  }

  async function writeReport(
    trx: DbTransaction,
    of: OfRun,
    { publication, struck }: NonNullable<StageResult['published']>,
    now: Date,
  ): Promise<void> {
    await insert(
      trx,
      'research.ai_research_claims',
      publication.claims,
      ({ claim_id, text, label, fact_ids, source_ids }) => ({
        ...of,
        claim_id,
        text,
        label,
        fact_ids: json(fact_ids),
        source_ids: json(source_ids),
      }),
      ['run_id', 'claim_id'],
    );
    await trx('research.ai_research_reports').insert({
      ...of,
      schema_version: publication.schema_version,
      payload_json: json(publication),
      payload_hash: publication.payload_hash,
      qa_status: publication.qa.status,
      struck: json(struck),
      created_at: now,
    });
  }

  /** What calls of a stage took in all, and who was asked last; null where one of them did not say, or none was made. */
  async function takenBy(
    trx: DbTransaction,
    run_id: string,
    stage: StageName,
    { asked, is_cached }: Pick<StageResult, 'asked' | 'is_cached'>,
  ): Promise<Record<string, unknown>> {
    if (asked === undefined) return {};
    if (is_cached === true) return { ...asked, input_tokens: 0, output_tokens: 0, cost_usd: 0 };
    const sum = (column: string) =>
      `case when count(*) = count(${column}) then sum(${column}) end as ${column}`;
    const of = () => trx('research.ai_research_stage_calls').where({ run_id, stage });
    const [sums] = (await of().select(
      trx.raw(sum('input_tokens')),
      trx.raw(sum('output_tokens')),
      trx.raw(sum('cost_usd')),
    )) as Record<string, unknown>[];
    const last = (await of().orderBy('id', 'desc').first('provider', 'model')) as
      | { provider: string; model: string }
      | undefined;
    return { ...sums, ...(asked ?? last) };
  }

  /** Keeps what was worked out or said, by what went into it. */
  async function remember(
    trx: DbTransaction,
    of: OfRun,
    stage: StageName,
    result: StageResult,
    now: Date,
  ): Promise<void> {
    const { ledger, said, asked } = result;
    if (result.input_hash === null || result.is_cached === true) return;
    if (ledger === undefined && said === undefined) return;
    await trx('research.ai_research_stage_cache')
      .insert({
        owner_user_id: of.owner_user_id,
        input_hash: result.input_hash,
        stage,
        output:
          ledger === undefined
            ? json({ output: said?.output, provider: asked?.provider, model: asked?.model })
            : await ledgerText(ledger),
        created_at: now,
      })
      .onConflict(['owner_user_id', 'input_hash'])
      .ignore();
  }

  /** Progress that is durable is what keeps a lease, not a process that is merely alive. */
  const touched = (now: Date) => ({ updated_at: now, lease_until: new Date(now.getTime() + leaseMs) });

  return {
    /**
     * Says that a stage begins. @returns whether the run is to be cancelled instead.
     * @throws LeaseLost
     */
    async begin(trx: DbTransaction, claim: ResearchClaim, stage: StageName, now: Date): Promise<boolean> {
      const { cancel_requested } = await leases.assertLease<{ cancel_requested: boolean }>(trx, claim);
      if (cancel_requested) return true;
      await trx('research.ai_research_stages')
        .where({ run_id: claim.id, stage })
        .update({ status: 'RUNNING', started_at: now, attempts: trx.raw('attempts + 1') });
      await trx('research.ai_research_runs')
        .where({ id: claim.id })
        .update({ stage, ...touched(now) });
      return false;
    },

    /** What a stage came to, with its status. @throws LeaseLost, and nothing is written. */
    async complete(
      trx: DbTransaction,
      claim: ResearchClaim,
      { stage, owner, result, now }: { stage: StageName; owner: string; result: StageResult; now: Date },
    ): Promise<void> {
      await leases.assertLease(trx, claim);
      const of = { run_id: String(claim.id), owner_user_id: owner };
      if (result.evidence !== undefined) await writeEvidence(trx, of, result.evidence, now);
      if (result.ledger !== undefined) await writeLedger(trx, of, result.ledger);
      if (result.coverage !== undefined) await writeCoverage(trx, of, result.coverage);
      if (result.said !== undefined) await writeSaid(trx, of, stage, result.said, now);
      const { published = null } = result;
      if (published !== null) await writeReport(trx, of, published, now);
      await remember(trx, of, stage, result, now);
      const { status, detail, input_hash, code = null, is_cached = false, asked } = result;
      const taken = await takenBy(trx, of.run_id, stage, result);
      await trx('research.ai_research_stages')
        .where({ run_id: claim.id, stage })
        .update({ status, detail, input_hash, code, is_cached, finished_at: now, ...taken });
      await trx('research.ai_research_runs')
        .where({ id: claim.id })
        .update({
          ...touched(now),
          ...(asked === undefined ? {} : { cost_usd: spentBy(trx, of.run_id) }),
          ...(result.ledger === undefined
            ? {}
            : { hash_mismatch: result.ledger.hash_mismatch, unavailable: json(result.ledger.unavailable) }),
          ...(result.coverage === undefined
            ? {}
            : { verdict: result.coverage.verdict, required_pct: result.coverage.required_pct }),
        });
    },
  };
}
