export { amountField } from './amount-field.ts';
export { type Config, ConfigError, parseConfig, VARIABLES } from './config.ts';
export { type Backoff, backoffMs } from './backoff.ts';
export {
  backgroundTimers,
  type Clock,
  istDate,
  istHour,
  istInstant,
  istTime,
  LONGEST_CLOSURE_DAYS,
  systemClock,
  systemTimers,
  type Timers,
} from './clock.ts';
export {
  addDays,
  addMonths,
  DAY_MS,
  dayAfter,
  dayBefore,
  daysApart,
  daysBetween,
  isCalendarDate,
  utcDate,
} from './dates.ts';
export {
  announce,
  type Announcement,
  type Database,
  openDatabase,
  sqlStateOf,
  type DbTransaction,
  unlessUnique,
} from './database.ts';
export {
  createHttp,
  type RequestOptions,
  type Http,
  type HttpOptions,
  OutsideError,
  type OutsideErrorKind,
} from './http.ts';
export {
  csvCells,
  type CsvDialect,
  CsvFault,
  type CsvFaultCode,
  csvLineEnd,
  type CsvLimits,
  CsvReader,
  csvRecords,
} from './csv-reader.ts';
export { dayField, fieldsOf, parseInput } from './input.ts';
export { fieldErrorsOf } from './input-errors.ts';
export { createLeases, fencedOff, FREE, type Leased, LeaseLost, type Leases } from './lease.ts';
export { LARGEST_PAGE, type Page, type PageQuery, pageQuery, pageWindow, USUAL_PAGE } from './page.ts';
export { createLimiter, type Limiter, type LimiterOptions } from './limiter.ts';
export {
  type Actor,
  canonicalJson,
  type Change,
  createMutation,
  createReceipts,
  digestOf,
  type EventShapes,
  isConflict,
  type KeyedRequest,
  type Mutation,
  type RecordedEvent,
  type Receipts,
  type SealedRequest,
  stepOf,
} from './mutation/index.ts';
export { createListener, type Listener } from './listener.ts';
export { createLog, type Log, redactText } from './log.ts';
export { ensureAppRole, migrateDatabase, prepareDatabase } from './migrate.ts';
export { survivesLostConnections } from './lost-connection.ts';
export { onAbort } from './on-abort.ts';
export {
  createOutbox,
  type Decision,
  OUT_OF_DATE,
  type Outbox,
  type OutboxClaim,
  type OutboxRow,
  type OutboxState,
  type SendFailure,
} from './outbox.ts';
export { type LockKey, lockWithin } from './advisory-locks.ts';
export {
  type ExclusiveRun,
  type ExclusiveState,
  type ExclusiveWork,
  isWorkFree,
  runExclusively,
} from './exclusive-work.ts';
export { createOutboxWorker, type OutboxWorker } from './outbox-worker.ts';
export { createNamedLocks, type NamedLocks } from './named-locks.ts';
export { BOUND, Decimal, decimal, isWithinBound, MONEY_BOUND, SCALE, toNumber, toScale } from './money.ts';
export { conflict, type FieldError, invalid, MOST_FIELD_ERRORS, notFound, Problem } from './problem.ts';
export {
  createLocalRateLimit,
  createRateLimit,
  type RateLimit,
  type RateLimitOptions,
} from './rate-limits.ts';
export {
  withWaitBudget,
  TIME_LIMITS,
  type TimeLimits,
  type TimeLimitTable,
  withTimeOf,
} from './time-limits.ts';
export { beginTransaction, openPool } from './connection-pools.ts';
export { openClient, openHeldClient } from './watched-client.ts';
export { createDatabaseCheck, type DatabaseCheck } from './database-check.ts';
export { countTopicChanges, takeTopics, tellChange } from './topic-revisions.ts';
export { type ChangeTopics, type Topic, TOPICS } from './topics.ts';
export { unavailability } from './unavailable.ts';
export { type TelegramSide, telegramSide } from './telegram-side.ts';
export { type Cache, createCache } from './cache.ts';
export { createTurns, type Turns } from './turns.ts';
export { createSharedWork } from './shared-work.ts';
export { createSharedRead, type ReadMany } from './shared-read.ts';
export { createSharedLimits, type SharedLimits } from './shared-limits.ts';
export { keyedHash, randomCode, randomDigits, readSecret, sameHash } from './secrets.ts';
export {
  type Amount,
  AMOUNT_ONE,
  amountText,
  amountToDecimal,
  amountToFixed,
  amountToNumber,
  convert,
  divideRounded,
  type Exact,
  type Fixed,
  FIXED_ONE,
  fixedText,
  FixedPointError,
  fixedToDecimal,
  fixedToNumber,
  nearestFixed,
  parseAmount,
  parseFixed,
  parseRate,
  percentOf,
  share,
} from './fixed-point.ts';
