export {
  LIVE_MARGIN_BUFFER_PCT,
  type Limits,
  limitsOf,
  LONGEST_COOLDOWN_MINUTES,
  usualLimits,
} from './limits.ts';
export { createSettings, type Settings } from './settings.ts';
export { settingsInput, type SettingsView, settingsView } from './settings-shape.ts';
