import { type Context, createOutbox, type Outbox } from '../platform/index.ts';
import { forgetSecretsOf } from './delivery-store.ts';
import type { DeliveryRow } from './models.ts';

export type Deliveries = Outbox<DeliveryRow>;

/** Long enough for a chart and a slow Telegram, short enough that a killed sender is not missed. */
const LEASE_MS = 30_000;
/** With the pauses below, about two and a half hours. */
const MOST_ATTEMPTS = 12;
export const DELIVERY_PAUSES = { firstMs: 5_000, longestMs: 30 * 60_000 };

/** The outbox of messages to chats. */
export const createDeliveries = (context: Context, random?: () => number): Deliveries =>
  createOutbox<DeliveryRow>(
    {
      table: 'notifications.deliveries',
      leaseMs: LEASE_MS,
      mostAttempts: MOST_ATTEMPTS,
      pauses: DELIVERY_PAUSES,
      dueChannel: 'deliveries_due',
      settled: forgetSecretsOf,
    },
    context,
    random,
  );
