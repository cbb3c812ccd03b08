import type { ConnectionSecrets } from './accounts/secrets.ts';
import type { BrokerAdapter, CredentialField } from './adapter.ts';
import { REASONS } from './failure.ts';
import type { ConnectionModel } from './models.ts';
import type { ConnectionView, PortfolioQuestion, TradeName } from './view.ts';

/** A row with the name that its portfolio has now. */
export interface ConnectionRow extends ConnectionModel {
  portfolio: string | null;
}

export const LONGEST_PORTFOLIO = 80;

/** Shorter values would be shown by half, or whole: a PIN has four digits. */
const SHORTEST_SHOWN = { secret: 12, open: 8 };

/** @param secrets null when they cannot be decrypted. */
export function toConnectionView(
  row: ConnectionRow,
  adapter: BrokerAdapter,
  secrets: ConnectionSecrets | null,
): ConnectionView {
  const isRunning = row.state === 'RUNNING';
  const reason = isRunning ? null : row.reason_code;
  return {
    id: row.id,
    broker: row.broker,
    broker_title: adapter.title,
    label: row.label,
    role: row.role,
    account: row.account,
    portfolio: row.portfolio ?? row.portfolio_name,
    portfolio_question: questionOf(row),
    trade_names: Object.entries(row.trade_names)
      .map(([name, asked]) => ({ name, ...asked }))
      .sort((one, other) => rank(one) - rank(other) || (one.name < other.name ? -1 : 1)),
    credentials: adapter.fields.map((field) => ({
      name: field.name,
      label: field.label,
      present: row.credential_names.includes(field.name),
      last4: last4(field, secrets?.credentials[field.name]),
    })),
    sync: {
      state: row.state,
      reason_code: reason,
      reason: reason === null ? null : REASONS[reason],
      last_success_at: row.last_success_at?.toISOString() ?? null,
      last_attempt_at: row.last_attempt_at?.toISOString() ?? null,
      next_due_at: row.next_due_at?.toISOString() ?? null,
      last_result: row.last_result,
    },
    token: {
      issued_at: row.token_issued_at?.toISOString() ?? null,
      expires_at: row.token_expires_at?.toISOString() ?? null,
    },
    login_url: secrets === null ? null : adapter.loginUrl(secrets.credentials),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Open questions come first. */
const rank = ({ symbol }: Pick<TradeName, 'symbol'>): number => (symbol === null ? 0 : 1);

/** What is asked until the first rows are recorded. */
function questionOf(row: ConnectionRow): PortfolioQuestion | null {
  if (row.portfolio_question === null || row.last_success_at !== null) return null;
  return {
    portfolios: row.portfolio_question,
    separate: row.portfolio_name,
    answer: row.portfolio_answer,
  };
}

/** BROKER - ACCOUNT (spec: Resources "Portfolio"). */
export function usualPortfolio(adapter: Pick<BrokerAdapter, 'broker'>, account: string): string {
  return `${adapter.broker.toUpperCase()} - ${account}`.slice(0, LONGEST_PORTFOLIO).trim();
}

function last4({ secret }: CredentialField, value: string | undefined): string | null {
  if (value === undefined || value.length < SHORTEST_SHOWN[secret ? 'secret' : 'open']) return null;
  return value.slice(-4);
}
