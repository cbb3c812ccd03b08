export * from './catalogue/index.ts';
export * from './metering/index.ts';
export * from './port/index.ts';
export * from './settings/index.ts';
export * from './routing/index.ts';
export { createLlm, type LlmParts, type LlmServices } from './create-llm.ts';
export type { ProviderSettings } from './provider-settings.ts';
export { usualParts } from './usual-parts.ts';
