import { type AuditedChange, auditedMutation } from '../../audit/index.ts';
import type { Calendar } from '../../market/calendar/index.ts';
import {
  announce,
  conflict,
  type Context,
  dayInWords,
  type DbTransaction,
  fencedOff,
  type FieldError,
  istDate,
  type Leases,
  toScale,
} from '../../platform/index.ts';
import type { StrategyConfig } from '../config.ts';
import { runInput, type RunInput, runRules } from './inputs.ts';
import { RunModel } from './models.ts';
import { announceDue, announceProgress, toRunView, UNFINISHED } from './run-store.ts';
import { nameOf } from './run-name.ts';
import type { RunStartedView } from './result-views.ts';
import type { RunView } from './view.ts';

/** So many backtests of one person may wait or run. */
export const MOST_UNFINISHED = 20;

export interface RunServiceParts {
  calendar: Calendar;
  leases: Pick<Leases<'id'>, 'isHeld'>;
  /** Whether a policy came from a run. */
  isPromoted: (trx: DbTransaction, runId: string) => Promise<boolean>;
}

/** What a person does with backtests. The worker does the rest. */
export function createRunService(
  context: Pick<Context, 'clock' | 'database' | 'log' | 'receipts'>,
  { calendar, leases, isPromoted }: RunServiceParts,
) {
  const { clock } = context;
  const mutation = auditedMutation(context);

  const record = async (
    change: AuditedChange,
    kind: 'RUN_CREATED' | 'RUN_CANCELLED' | 'RUN_DELETED',
    row: RunModel,
  ) =>
    await change.record(kind, row.id, {
      name: row.name,
      strategy: String(row.config['strategy']),
      from: row.from_day,
      to: row.to_day,
    });

  function rules(input: RunInput): FieldError[] {
    const errors = runRules(input, istDate(clock.now()));
    if (errors.length > 0) return errors;
    const { from, to } = input;
    return calendar.sessionsBetween('NSE', from, to).length > 0
      ? []
      : [
          {
            field: 'to',
            message: `NSE has no session between ${dayInWords(from)} and ${dayInWords(to)}. Choose a longer span.`,
          },
        ];
  }

  return {
    /**
     * Puts a backtest into the queue.
     * @throws 422 VALIDATION_ERROR, 409 TOO_MANY_RUNS
     */
    create: mutation('run.create', {
      input: runInput,
      rules,
      topics: ['strategies'],
      async run(change, input): Promise<RunStartedView> {
        const { now, trx, userId } = change;
        const waiting = await RunModel.query(trx)
          .whereIn('status', [...UNFINISHED])
          .resultSize();
        if (waiting >= MOST_UNFINISHED)
          throw conflict(
            'TOO_MANY_RUNS',
            `${MOST_UNFINISHED} backtests are already waiting or running. Wait until one has finished, or cancel one.`,
          );
        const row = await RunModel.query(trx)
          .insert({
            owner_user_id: userId,
            name: input.name?.trim() ?? nameOf(input.config as StrategyConfig),
            config: input.config,
            from_day: input.from,
            to_day: input.to,
            initial_capital: toScale(input.initial_capital),
            created_at: now,
          })
          .returning('*');
        await record(change, 'RUN_CREATED', row);
        await announceProgress(trx, userId, { run_id: row.id, status: row.status, progress: row.progress });
        await announceDue(trx);
        return { run_id: row.id, status: row.status };
      },
    }),

    /**
     * Takes a backtest out of the queue, or has whoever runs it stop soon.
     * @throws 404 RUN_NOT_FOUND, 409 RUN_FINISHED
     */
    cancel: mutation('run.cancel', {
      topics: ['strategies'],
      async run(change, id: string): Promise<RunView> {
        const { now, trx, userId } = change;
        const row = await change.locked('RUN', RunModel, id);
        if (!UNFINISHED.includes(row.status))
          throw conflict('RUN_FINISHED', `This backtest has already finished: it is ${row.status}.`);
        if (row.cancel_requested) return toRunView(row);
        // Nobody works on it who would have to be asked: it waits, or its process is gone.
        const isIdle = !leases.isHeld(row, now);
        const cancelled = await RunModel.query(trx).patchAndFetchById(
          id,
          isIdle
            ? { ...fencedOff(row), status: 'CANCELLED', cancel_requested: true, finished_at: now }
            : { cancel_requested: true },
        );
        if (isIdle)
          await announceProgress(trx, userId, { run_id: id, status: 'CANCELLED', progress: row.progress });
        else await announce(trx, { channel: 'research_cancelled', payload: { run_id: id } });
        await record(change, 'RUN_CANCELLED', row);
        return toRunView(cancelled);
      },
    }),

    /**
     * Deletes a finished backtest with all its rows.
     * @throws 404 RUN_NOT_FOUND, 409 RUN_UNFINISHED, 409 RUN_PROMOTED
     */
    remove: mutation('run.remove', {
      topics: ['strategies'],
      async run(change, id: string): Promise<void> {
        const row = await change.locked('RUN', RunModel, id);
        if (UNFINISHED.includes(row.status))
          throw conflict(
            'RUN_UNFINISHED',
            'This backtest has not finished. Cancel it first, then delete it.',
          );
        if (await isPromoted(change.trx, id))
          throw conflict(
            'RUN_PROMOTED',
            'A policy was made from this backtest, which stays on record as its source. Delete that policy first.',
          );
        await RunModel.query(change.trx).deleteById(id);
        await record(change, 'RUN_DELETED', row);
      },
    }),
  };
}
