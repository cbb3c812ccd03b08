import { type DbTransaction, decimal } from '../../platform/index.ts';
import { type CaseInputs, EvaluationCaseModel, EvaluationJudgementModel } from './models.ts';
import type { Answered } from './judges/index.ts';
import type { Outcome } from './outcome.ts';
import type { Ordering, Tier } from './verdict/index.ts';

/** What names a case of its owner. */
export interface CaseKey {
  owner_user_id: string;
  inputs_hash: string;
  tier: Tier;
  seed: string;
}

/** The newest case of these reports and judges, decided or not. */
export async function findCase(trx: DbTransaction, key: CaseKey): Promise<EvaluationCaseModel | undefined> {
  return await EvaluationCaseModel.query(trx)
    .where({ ...key })
    .orderBy('id', 'desc')
    .first();
}

export async function addCase(
  trx: DbTransaction,
  key: CaseKey,
  { inputs, now }: { inputs: CaseInputs; now: Date },
): Promise<EvaluationCaseModel> {
  return await EvaluationCaseModel.query(trx).insertAndFetch({ ...key, inputs, created_at: now });
}

export async function judgementsOf(trx: DbTransaction, caseId: string): Promise<EvaluationJudgementModel[]> {
  return await EvaluationJudgementModel.query(trx).where({ case_id: caseId }).orderBy('id');
}

interface NewJudgement {
  judge: string;
  ordering: Ordering;
  prompt_hash: string;
  answered: Answered;
}

/** Adds a judgement; one that is there already stays as it is. */
export async function addJudgement(
  trx: DbTransaction,
  { id, owner_user_id }: Pick<EvaluationCaseModel, 'id' | 'owner_user_id'>,
  { answered, ...of }: NewJudgement,
  now: Date,
): Promise<void> {
  const text = (count: number | null): string | null => (count === null ? null : String(count));
  await EvaluationJudgementModel.query(trx)
    .insert({
      ...of,
      case_id: id,
      owner_user_id,
      input_tokens: text(answered.input_tokens),
      output_tokens: text(answered.output_tokens),
      cost_usd: answered.cost_usd === null ? null : decimal(answered.cost_usd.toFixed(10)),
      latency_ms: answered.latency_ms,
      scorecard: answered.scorecard,
      invalid_reason: answered.invalid_reason,
      created_at: now,
    })
    .onConflict(['case_id', 'judge', 'ordering', 'owner_user_id'])
    .ignore();
}

/** Gives the verdict, once. @returns whether it was this one */
export async function decideCase(
  trx: DbTransaction,
  id: string,
  { outcome, now }: { outcome: Outcome; now: Date },
): Promise<boolean> {
  const changed = await EvaluationCaseModel.query(trx)
    .where({ id })
    .whereNull('verdict')
    .patch({ verdict: outcome.verdict, outcome, decided_at: now });
  return changed === 1;
}
