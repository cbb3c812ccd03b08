import type { DbTransaction } from '../../platform/index.ts';
import type { Pair } from './pair.ts';

/** A person's amounts in a currency, which their totals tell in another one. */
export interface CurrencyExposure {
  owner_user_id: string;
  currency: string;
  base_currency: string;
  /** False where all of it was paid off: only the past goes through its rates. */
  is_open: boolean;
}

/** What exchange rates are wanted for. Rates belong to nobody; the areas that keep amounts tell where these need them. */
export interface CurrencyExposures {
  /** Of one person where one is named; where both currencies are the same nothing is told. */
  all(trx: DbTransaction, userId: string | null): Promise<CurrencyExposure[]>;
  /** Days (YYYY-MM-DD) since one on which amounts in either currency of the pair, told in the other, changed hands. */
  tradeDays(trx: DbTransaction, pair: Pair, since: string): Promise<string[]>;
}
