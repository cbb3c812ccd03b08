import type { Activity, ActivityType } from '../../api/types.ts';

export const TYPES = ['trade', 'income', 'sync', 'edit'] as const satisfies readonly ActivityType[];

export const TYPE_NAMES: Readonly<Record<ActivityType, string>> = {
  trade: 'Transaction',
  income: 'Income',
  sync: 'Sync',
  edit: 'Change',
};

const SOURCES: Readonly<Record<string, string>> = {
  MANUAL: 'Entered manually',
  CSV: 'Imported from a file',
  CHAT: 'Entered in the chat',
  BROKER: 'Broker sync',
  LEDGER: 'Your transactions',
  EXCHANGE: 'Exchange announcement',
  EXCHANGE_ISIN: 'Bond terms',
  api: 'Dashboard',
  token: 'API token',
  chat: 'Chat',
  job: 'Munim',
  web_sync: 'Web sync',
  ibkr_flex: 'Interactive Brokers',
};

/** `Dashboard, owner` */
export function sourceInWords({ source, actor }: Pick<Activity, 'source' | 'actor'>): string {
  const words = SOURCES[source] ?? `${source.charAt(0).toUpperCase()}${source.slice(1)}`;
  const [door, who] = actor?.split(':') ?? [];
  return (door === 'api' || door === 'token') && who ? `${words}, ${who}` : words;
}
