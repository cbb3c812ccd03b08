import type { ProviderId, ProviderSettings } from '../../api/ai-models.ts';

/** The providers that are asked, in their order. */
export const orderOf = ({
  preferred_provider: first,
  failover,
}: Pick<ProviderSettings, 'preferred_provider' | 'failover'>): ProviderId[] => [
  ...new Set([first, ...failover]),
];

/** How an order is saved; there is always somebody to ask. */
export function asChange(order: readonly ProviderId[]): {
  preferred_provider: ProviderId;
  failover: ProviderId[];
} {
  const [first = 'cli_default', ...rest] = order;
  return { preferred_provider: first, failover: rest.length === 0 ? [first] : rest };
}

/** The order with one provider moved by a place. */
export function moved(order: readonly ProviderId[], id: ProviderId, by: 1 | -1): ProviderId[] {
  const from = order.indexOf(id);
  const after = order.filter((one) => one !== id);
  after.splice(Math.max(0, from + by), 0, id);
  return after;
}
