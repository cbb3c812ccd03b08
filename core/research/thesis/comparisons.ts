import { recordEvent } from '../../audit/index.ts';
import { type Context, type DbTransaction, unavailability } from '../../platform/index.ts';
import { BaselineModel, reportOf, ResearchRunModel, runIdOf } from '../runs/index.ts';
import { compareTheses, insufficient, type ThesisComparison } from './compare-theses.ts';
import { driftNotice, type TellDrift } from './drift-notice.ts';
import { type Thesis, thesisOf } from './thesis.ts';

type RunEnding = Pick<
  ResearchRunModel,
  'id' | 'owner_user_id' | 'instrument_id' | 'portfolio_id' | 'symbol' | 'subject' | 'as_of' | 'created_at'
>;

/** The report of a run, or why it cannot be compared, in words. */
async function thesisIn(
  trx: DbTransaction,
  run: Pick<RunEnding, 'id' | 'as_of' | 'created_at'>,
  missing: string,
): Promise<Thesis | string> {
  const { stored, problem } = await reportOf(trx, run.id);
  if (problem !== null) return `The stored report of ${runIdOf(run.id)} cannot be read.`;
  return stored === null ? missing : thesisOf(stored, (run.as_of ?? run.created_at).toISOString());
}

/**
 * The baseline that a run is held against: that of its portfolio, else the one for every portfolio. A run that is pinned
 * itself is held against the one before, in the same scope.
 */
async function baselineOf(
  trx: DbTransaction,
  { id, owner_user_id, instrument_id, portfolio_id }: RunEnding,
): Promise<BaselineModel | undefined> {
  const scopes = portfolio_id === null ? [null] : [portfolio_id, null];
  for (const scope of scopes) {
    const rows = () => {
      const of = BaselineModel.query(trx).where({ owner_user_id, instrument_id });
      return scope === null ? of.whereNull('portfolio_id') : of.where({ portfolio_id: scope });
    };
    const active = await rows().where({ is_active: true }).first();
    if (active === undefined) continue;
    if (active.run_id !== id) return active;
    const before = await rows()
      .where('id', '<', active.id)
      .whereNot({ run_id: id })
      .orderBy('id', 'desc')
      .first();
    if (before !== undefined) return before;
  }
  return undefined;
}

async function compared(
  trx: DbTransaction,
  run: RunEnding,
  baseline: BaselineModel | undefined,
): Promise<ThesisComparison> {
  const candidate = await thesisIn(trx, run, 'This run has no report to compare.');
  if (baseline === undefined) return compareTheses(null, typeof candidate === 'string' ? null : candidate);
  if (typeof candidate === 'string') return insufficient(candidate);
  const pinned = await ResearchRunModel.query(trx)
    .findById(baseline.run_id)
    .select('id', 'as_of', 'created_at');
  if (pinned === undefined) return insufficient('The baseline run no longer exists.');
  const thesis = await thesisIn(trx, pinned, `The baseline ${runIdOf(pinned.id)} has no stored report.`);
  return typeof thesis === 'string' ? insufficient(thesis) : compareTheses(thesis, candidate);
}

/** Comparisons of runs that end with what their share is held against (research/States and transitions rules 7). */
export function createComparisons(
  { log }: Pick<Context, 'log'>,
  { tellDrift }: { tellDrift: TellDrift | null },
) {
  async function write(trx: DbTransaction, run: RunEnding, now: Date): Promise<void> {
    const baseline = await baselineOf(trx, run);
    const comparison = await compared(trx, run, baseline);
    const { classification, reasons } = comparison;
    const [row] = await trx('research.ai_thesis_comparisons')
      .insert({
        run_id: run.id,
        owner_user_id: run.owner_user_id,
        baseline_id: baseline?.id ?? null,
        classification,
        reasons: JSON.stringify(reasons),
        created_at: now,
      })
      .onConflict(['run_id', 'owner_user_id'])
      .ignore()
      .returning('id');
    if (row === undefined) return;
    const run_id = runIdOf(run.id);
    const baseline_run_id = baseline === undefined ? null : runIdOf(baseline.run_id);
    await recordEvent(trx, {
      userId: run.owner_user_id,
      actor: 'system',
      at: now,
      kind: 'AI_RESEARCH_DRIFT_DETECTED',
      subject: run_id,
      data: { run_id, symbol: run.symbol, baseline_run_id, classification },
    });
    const notice = driftNotice({
      run_id,
      baseline_run_id,
      symbol: run.symbol,
      name: run.subject.name,
      ...comparison,
    });
    if (notice !== null) await tellDrift?.(trx, run.owner_user_id, notice);
  }

  return {
    /**
     * Compares a run that ends, in the transaction that ends it and after its report was written: one comparison a run,
     * however often it is called, with its event and, where the thesis moved, a notice. What is wrong with it is logged and
     * keeps no run from its end: it works behind a savepoint. Earlier comparisons stay.
     * @throws 503 UNAVAILABLE alone, so that the end of the run is tried again.
     */
    async compareWithin(trx: DbTransaction, { run, now }: { run: RunEnding; now: Date }): Promise<void> {
      try {
        await trx.transaction(async (inner) => await write(inner, run, now));
      } catch (error) {
        const away = unavailability(error, true);
        if (away !== null) throw away;
        log.error({ err: error, run: runIdOf(run.id) }, 'a thesis could not be compared with its baseline');
      }
    },
  };
}
