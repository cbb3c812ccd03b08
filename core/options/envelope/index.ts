export { createEnvelope, type Envelope, marketMoment, standingOf, toEnvelopeView } from './envelope.ts';
export {
  brokersOf,
  ENVELOPE_BRANCHES,
  ENVELOPE_BROKERS,
  type EnvelopeRows,
  envelopeRowsOf,
  type SnapshotRow,
  todayOf,
} from './envelope-rows.ts';
export {
  type EnvelopeView,
  envelopeView,
  type GuardReason,
  reasonView,
  resumeInput,
} from './envelope-shape.ts';
export { dailyLossOf, inUse, judge, type MarketMoment, roomOf } from './judge.ts';
export { percentOf, rupeesText } from './words.ts';
