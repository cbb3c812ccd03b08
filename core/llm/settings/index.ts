export { type Choice, NOTHING_CHOSEN } from './choice.ts';
export { settingsInput as providerSettingsInput, testInput as providerTestInput } from './inputs.ts';
export { last4Of, PROVIDER_KEYS } from './keys.ts';
export { type HttpTarget, PROVIDER_LABELS, resolveProvider, type Resolved, shownAddress } from './resolve.ts';
export { createProviderChoices, type ProviderChoices } from './settings-service.ts';
export {
  type ProviderSettingsView,
  providerSettingsView,
  type ProviderView,
  type RecipientView,
  type RouteView,
  type TestView as ProviderTestView,
  testView as providerTestView,
} from './view.ts';
