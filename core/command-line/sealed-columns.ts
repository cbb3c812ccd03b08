import { CONNECTION_SECRETS } from '../brokers/index.ts';
import { DRAFT_VALUES, PENDING_MESSAGES } from '../chat/index.ts';
import { PROVIDER_KEYS } from '../llm/index.ts';
import type { SealedColumn } from '../platform/keyring/index.ts';

/** All that the keyring encrypts in the database: a rotation of the key goes through these. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  CONNECTION_SECRETS,
  DRAFT_VALUES,
  PENDING_MESSAGES,
  PROVIDER_KEYS,
];
