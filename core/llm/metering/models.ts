import { Model } from 'objection';
import type { Decimal } from '../../platform/index.ts';

/** What a call took. Tokens are null where the provider did not say. */
export class LlmUsageModel extends Model {
  static override tableName = 'portfolio.llm_usage';
  declare id: string;
  declare owner_user_id: string;
  declare feature: string;
  declare provider: string;
  declare model: string;
  declare input_tokens: string | null;
  declare output_tokens: string | null;
  declare cached_tokens: string | null;
  declare cost_usd: Decimal | null;
  declare is_unpriced: boolean;
  declare created_at: Date;
}

/** What counts against the limits of a day: calls under way by their estimate, others by what they took. */
export class LlmReservationModel extends Model {
  static override tableName = 'portfolio.llm_reservations';
  declare id: string;
  declare owner_user_id: string;
  declare day: string;
  declare feature: string;
  declare provider: string;
  declare model: string;
  declare cost_usd: Decimal;
  declare tokens: string;
  declare created_at: Date;
  declare settled_at: Date | null;
}
