export { createHttp, type Http, type HttpOptions, parseRetryAfter, type RequestOptions } from './http.ts';
export { isInwardAddress, leadsInward } from './inward.ts';
export { createLimiter, type Limiter, type LimiterOptions } from './limiter.ts';
export { createLocalRateLimit, createRateLimit, type RateLimit } from './rate-limits.ts';
export { OutsideError, type OutsideErrorKind } from './outside-error.ts';
export { type OutwardAnswer, type OutwardRequest, outwardRequest } from './outward-request.ts';
export { PACES } from './paces.ts';
export { createSharedLimits, type SharedLimits } from './shared-limits.ts';
export { sendOnce, type SingleRequest, type SingleSend, type SingleSendOptions } from './single-send.ts';
