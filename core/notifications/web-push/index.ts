export { LONGEST_ENDPOINT, pushEndpoint, wrongKey } from './push-endpoint.ts';
export { TEXT_BYTES } from './push-encryption.ts';
export { createPushSender, PUSH_PACE, type PushOutcome } from './push-sender.ts';
export { createPushSigner } from './push-signing.ts';
