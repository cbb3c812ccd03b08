import * as yup from 'yup';
import { flag, listOf, number, oneOf, text, view, type ViewOf, whole } from '../../platform/schema/index.ts';
import { MODES, strategyField } from '../records/index.ts';
import { limitFields } from './limits.ts';

const mode = yup
  .mixed<(typeof MODES)[number]>()
  .oneOf([...MODES])
  .meta({ json: { type: 'string', enum: [...MODES] } } as never);

/**
 * What may be changed: limits that are left out stay. `dry_run` and `mode` are taken where they say what is so already, so
 * that what was read can be sent back; anything else is refused by name.
 */
export const settingsInput = yup
  .object({
    ...limitFields,
    dry_run: yup.boolean(),
    mode,
    strategies: yup
      .array(
        yup
          .object({ strategy: strategyField.required(), mode, dry_run: yup.boolean() })
          .noUnknown()
          .required(),
      )
      .max(200),
  })
  .noUnknown()
  .required();
export type SettingsInput = yup.InferType<typeof settingsInput>;

export const settingsView = view({
  max_daily_loss: number,
  max_open_risk: number,
  max_margin_use_pct: whole,
  max_consecutive_losses: whole,
  throttle_at_pct: whole,
  scale_in_cooldown_minutes: whole,
  /** Percent of the margin limit that entries with money leave free; it cannot be set. */
  live_margin_buffer_pct: whole,
  /** Rupees, from PHASE1_CAPITAL. */
  capital: number,
  /** Modes of strategies: promotion changes them, and settings never do. */
  strategies: listOf(view({ strategy: text, mode: oneOf(...MODES), dry_run: flag })),
});
export type SettingsView = ViewOf<typeof settingsView>;
