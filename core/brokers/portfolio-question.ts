import { auditedMutation } from '../audit/index.ts';
import type { Notifications } from '../notifications/index.ts';
import { conflict, type Context, invalid, type DbTransaction } from '../platform/index.ts';
import type { BrokerAdapter } from './adapter.ts';
import { attentionNotice } from './attention-notice.ts';
import type { Claim } from './connection-claims.ts';
import { connectionInto, takenAway, FREED, writeTransition } from './connection-store.ts';
import { ConnectionModel } from './models.ts';
import { needsPerson } from './sync-state.ts';
import type { CommonPortfolio, PortfolioAnswer } from './view.ts';

/**
 * Which portfolio an account is, where another one has the same trades or positions already: from its files, or entered by
 * hand. The first sync finds that out before it writes anything, waits, and goes on once its person has said it.
 */
export function createPortfolioQuestions(
  context: Context,
  notifications: Pick<Notifications, 'notifyWithin'>,
) {
  const mutation = auditedMutation(context);

  /**
   * Those of the portfolios that have the same and that a person can be asked about; none where that is decided. What
   * another connection fills is the portfolio of that account.
   */
  async function toAskAbout(
    trx: DbTransaction,
    row: ConnectionModel,
    common: readonly CommonPortfolio[],
  ): Promise<CommonPortfolio[]> {
    if (row.portfolio_answer === 'SEPARATE') return [];
    const free: CommonPortfolio[] = [];
    for (const portfolio of common)
      if ((await connectionInto(trx, portfolio.name, row.id)) === undefined) free.push(portfolio);
    return free;
  }

  return {
    toAskAbout,

    /** Lets a claimed connection wait for the answer; its person is told once. @returns whether it stands otherwise now. */
    async ask(
      trx: DbTransaction,
      claim: Claim,
      row: ConnectionModel,
      adapter: BrokerAdapter,
      portfolios: readonly CommonPortfolio[],
    ): Promise<boolean> {
      const reason_code = 'PORTFOLIO_TO_CHOOSE' as const;
      const isNew = !needsPerson(claim.state_before, row.reason_code);
      const attention = row.attention + (isNew ? 1 : 0);
      const to = await writeTransition(trx, row, 'PORTFOLIO_WANTED', {
        ...FREED,
        reason_code,
        failures: 0,
        quiet_until: null,
        next_due_at: null,
        portfolio_question: [...portfolios],
        portfolio_answer: null,
        attention,
      });
      if (isNew)
        await notifications.notifyWithin(
          trx,
          row.owner_user_id,
          attentionNotice({ id: row.id, label: row.label, attention, state: to, reason_code }, adapter),
        );
      return claim.state_before !== to;
    },

    /**
     * Keeps the answer: one of the portfolios that were found, or null for a separate one. It may be changed until the
     * first rows are recorded; a sync that is under way with another answer is fenced off.
     * @throws 404 CONNECTION_NOT_FOUND, 409 PORTFOLIO_NOT_ASKED, 422 VALIDATION_ERROR
     */
    choose: mutation('connection.portfolio', {
      topics: ['connections'],
      async run(change, id: string, portfolioId: string | null) {
        const { now, trx } = change;
        const row = await change.locked('CONNECTION', ConnectionModel, id);
        const answer: PortfolioAnswer = portfolioId === null ? 'SEPARATE' : 'EXISTING';
        if (isAnsweredSo(row, portfolioId)) return { id };
        if (row.portfolio_question === null || row.last_success_at !== null)
          throw conflict(
            'PORTFOLIO_NOT_ASKED',
            row.last_success_at === null
              ? `${row.label} does not need a portfolio choice. Refresh the page.`
              : `${row.label} has already synced, so its portfolio cannot change. To start over, delete the connection and add a new one.`,
          );
        if (portfolioId !== null) await refuseOther(trx, row, portfolioId);
        await writeTransition(trx, row, 'RENEWED', {
          ...takenAway(row),
          portfolio_answer: answer,
          portfolio_id: portfolioId,
          reason_code: null,
          failures: 0,
          next_due_at: row.role === 'TRADING' ? null : now,
          updated_at: now,
        });
        const { broker, label, role } = row;
        await change.record('CONNECTION_UPDATED', id, {
          broker,
          label,
          role,
          portfolio_answer: answer,
          portfolio_id: portfolioId,
        });
        return { id };
      },
    }),
  };

  async function refuseOther(trx: DbTransaction, row: ConnectionModel, portfolioId: string): Promise<void> {
    const field = 'portfolio_id';
    const chosen = row.portfolio_question?.find((one) => one.id === portfolioId);
    if (chosen === undefined)
      throw invalid([
        { field, message: 'must be one of the suggested portfolios, or null for a separate one.' },
      ]);
    const { rows } = await trx.raw<{ rows: { name: string }[] }>(
      'select name from portfolio.portfolios where id = ?',
      [portfolioId],
    );
    const name = rows[0]?.name;
    if (name === undefined)
      throw invalid([{ field, message: `is ${chosen.name}, which was deleted. Sync the connection again.` }]);
    const rival = await connectionInto(trx, name, row.id);
    if (rival !== undefined)
      throw invalid([
        { field, message: `is ${name}, which ${rival.label} already syncs into. Choose another.` },
      ]);
  }
}

export type PortfolioQuestions = ReturnType<typeof createPortfolioQuestions>;

/** A repeated press or request, also after the sync has gone on. */
function isAnsweredSo(row: ConnectionModel, portfolioId: string | null): boolean {
  if (row.portfolio_answer === null || row.state === 'NEEDS_PORTFOLIO') return false;
  return portfolioId === null
    ? row.portfolio_answer === 'SEPARATE'
    : row.portfolio_answer === 'EXISTING' && row.portfolio_id === portfolioId;
}
