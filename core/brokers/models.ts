import { Model, type ModelOptions, type QueryContext } from 'objection';
import type { BrokerName } from './adapter.ts';
import type { ReasonCode } from './failure.ts';
import type { Securities } from './sync/securities.ts';
import type { ConnectionRole } from './inputs.ts';
import type { AskedNames, CommonPortfolio, PortfolioAnswer, SyncCounts, SyncState } from './view.ts';

// Columns are declared, not initialised: an own `undefined` key would be written to the database.
// No model is bound to a pool: every query is handed the tenant's transaction.

export class ConnectionModel extends Model {
  static override tableName = 'broker.connections';
  static override jsonAttributes = ['last_result', 'securities', 'portfolio_question', 'trade_names'];
  declare id: string;
  declare owner_user_id: string;
  declare broker: BrokerName;
  declare label: string;
  declare role: ConnectionRole;
  declare account: string | null;
  declare portfolio_name: string;
  declare portfolio_id: string | null;
  /** One ciphertext; null once the credentials were forgotten. */
  declare secrets: string | null;
  declare credential_names: string[];
  declare state: SyncState;
  declare reason_code: ReasonCode | null;
  declare epoch: number;
  declare worker: string | null;
  declare lease_until: Date | null;
  declare last_attempt_at: Date | null;
  declare last_success_at: Date | null;
  declare next_due_at: Date | null;
  declare quiet_until: Date | null;
  declare failures: number;
  declare attention: number;
  declare synced_until: string | null;
  /** Day of the newest trade that a sync recorded, YYYY-MM-DD. */
  declare trades_until: string | null;
  declare last_result: SyncCounts | null;
  /** By which number the broker knows a symbol. */
  declare securities: Securities;
  declare quotes_refused_until: Date | null;
  /** Portfolios that have the same trades or positions; null where nothing is asked. */
  declare portfolio_question: CommonPortfolio[] | null;
  declare portfolio_answer: PortfolioAnswer | null;
  /** Names of trades that only the person can tell the share of, with their answers. */
  declare trade_names: AskedNames;
  declare token_issued_at: Date | null;
  declare token_expires_at: Date | null;
  declare token_due_at: Date | null;
  declare token_failures: number;
  declare created_at: Date;
  declare updated_at: Date;

  /** The state goes from one to another by the table of states: `writeTransition` looks there and says so here. */
  override $beforeUpdate(_: ModelOptions, context: QueryContext): void {
    if ('state' in this && context['isTransition'] !== true)
      throw new Error('the state of a connection is written by writeTransition alone');
  }
}
