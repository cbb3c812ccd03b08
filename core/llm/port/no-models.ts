import { ChainError, type Llm } from './chain.ts';

/** Where no provider is set up: whoever asks is told so, and nothing else changes. */
export const NO_MODELS: Llm = {
  chainFor: () =>
    Promise.resolve({
      providers: [],
      ask: () => Promise.reject(new ChainError('No provider is set up.', { class: 'NOT_CONFIGURED' })),
    }),
  privacyOf: () => Promise.resolve({ leavesOutAmounts: false, hasAgreed: false }),
};
