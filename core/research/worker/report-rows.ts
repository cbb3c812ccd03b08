import { type DbTransaction } from '../../platform/index.ts';
import { type FactLedger, inTurns } from '../port/index.ts';
import type { StageName } from '../runs/index.ts';
import { insertRows, json, type OfRun } from './evidence-rows.ts';
import type { StageResult } from './stage-result.ts';

/** Facts whose text is made at once. */
const FACTS_AT_ONCE = 200;

/** JSON of a ledger as bytes, made in pieces: that of thousands of facts takes long, and so does writing it as UTF-8. */
async function ledgerBytes({ facts, ...rest }: FactLedger): Promise<Buffer> {
  const pieces = [Buffer.from(`${json(rest).slice(0, -1)},"facts":[`)];
  for await (const some of inTurns(facts, FACTS_AT_ONCE))
    pieces.push(Buffer.from(`${pieces.length === 1 ? '' : ','}${json(some).slice(1, -1)}`));
  return Buffer.concat([...pieces, Buffer.from(']}')]);
}

/** What the calls of a run cost, as far as anybody said. */
export const spentBy = (trx: DbTransaction, run_id: string) =>
  trx('research.ai_research_stage_calls').where({ run_id }).select(trx.raw('coalesce(sum(cost_usd), 0)'));

/** What a model was asked and said, to be read again and never asked twice. */
export async function writeSaid(
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
    .onConflict(['run_id', 'stage', 'owner_user_id'])
    .merge();
}

export async function writeReport(
  trx: DbTransaction,
  of: OfRun,
  { publication, struck }: NonNullable<StageResult['published']>,
  now: Date,
): Promise<void> {
  await insertRows(
    trx,
    'research.ai_research_claims',
    publication.claims,
    ({ claim_id, text, label, fact_ids, source_ids }) => ({
      ...of,
      claim_id,
      text,
      label,
      fact_ids,
      source_ids,
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

/** What a call cost; null where nobody knows, as of a model without a list price, which is counted as 0. */
const KNOWN_COST = 'case when cost_usd > 0 or input_tokens + output_tokens = 0 then cost_usd end';

/** What calls of a stage took in all, and who was asked last; null where one of them did not say, or none was made. */
export async function takenBy(
  trx: DbTransaction,
  run_id: string,
  stage: StageName,
  { asked, is_cached }: Pick<StageResult, 'asked' | 'is_cached'>,
): Promise<Record<string, unknown>> {
  if (asked === undefined) return {};
  if (is_cached === true) return { ...asked, input_tokens: 0, output_tokens: 0, cost_usd: 0 };
  const sum = (column: string, value = column) =>
    `case when count(*) = count(${value}) then sum(${value}) end as ${column}`;
  const of = () => trx('research.ai_research_stage_calls').where({ run_id, stage });
  const [sums] = (await of().select(
    trx.raw(sum('input_tokens')),
    trx.raw(sum('output_tokens')),
    trx.raw(sum('cost_usd', KNOWN_COST)),
  )) as Record<string, unknown>[];
  const last = async () =>
    (await of().orderBy('id', 'desc').first('provider', 'model')) as
      | { provider: string; model: string }
      | undefined;
  return { ...sums, ...(asked ?? (await last())) };
}

/** Keeps what was worked out or said, by what went into it. */
export async function remember(
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
          : trx.raw(`convert_from(?, 'UTF8')::jsonb`, [await ledgerBytes(ledger)]),
      created_at: now,
    })
    .onConflict(['owner_user_id', 'input_hash'])
    .ignore();
}
