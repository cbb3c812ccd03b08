export { createHttpProvider, type HttpProviderOptions } from './http-provider.ts';
export { isInwardAddress, leadsInward } from './inward.ts';
export { reasonOf } from './redact.ts';
export { WIRE_FORMATS, type WireFormat } from './wire.ts';
