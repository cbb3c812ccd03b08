export { type Choice, NOTHING_CHOSEN } from './choice.ts';
export { settingsInput as providerSettingsInput, testInput as providerTestInput } from './inputs.ts';
export { HTTP_PROVIDERS, last4Of, OPEN_PROVIDERS, PROVIDER_KEYS } from './keys.ts';
export {
  type HttpTarget,
  PROVIDER_LABELS,
  resolveProvider,
  type Resolved,
  shownAddress,
  systemKeys,
} from './resolve.ts';
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
