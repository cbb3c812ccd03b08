export { createHttpProvider, type HttpProviderOptions } from './http-provider.ts';
export { isInwardAddress, leadsInward } from '../../platform/index.ts';
export { WIRE_FORMATS, type WireFormat } from './wire.ts';
