import type { BrokerChange } from '../../api/types.ts';

export const KINDS: Readonly<Record<BrokerChange['kind'], string>> = {
  CHANGED: 'Changed',
  VANISHED: 'No longer listed',
  RETURNED: 'Listed again',
  QUANTITY: 'Units',
};
