/** What the guards of the options workspace answer. */
export type { Page } from './types.ts';
export type {
  EnvelopeView as Envelope,
  PositionView as OpenPosition,
  ReconciliationView as Reconciliation,
  SettingsView as OptionsSettings,
} from '../../../../core/options/index.ts';
import type { SettingsView } from '../../../../core/options/index.ts';

export type OptionsLimits = Pick<
  SettingsView,
  | 'max_daily_loss'
  | 'max_open_risk'
  | 'max_margin_use_pct'
  | 'max_consecutive_losses'
  | 'throttle_at_pct'
  | 'scale_in_cooldown_minutes'
>;
