export {
  createEnvelope,
  type Envelope,
  marketMoment,
  type Standing,
  standingOf,
  toEnvelopeView,
} from './envelope.ts';
export {
  brokersOf,
  ENVELOPE_BRANCHES,
  ENVELOPE_BROKERS,
  type EnvelopeRows,
  envelopeRowsOf,
  type MarginSample,
  type OpenTrade,
  type SnapshotRow,
  todayOf,
} from './envelope-rows.ts';
export {
  CRITERIA,
  ENVELOPE_STATES,
  type EnvelopeState,
  type EnvelopeView,
  envelopeView,
  type GuardReason,
  reasonView,
  type ResumeInput,
  resumeInput,
} from './envelope-shape.ts';
export {
  dailyLossOf,
  inUse,
  judge,
  type Judgement,
  MARGIN_FRESH_MS,
  type MarketMoment,
  roomOf,
  worst,
} from './judge.ts';
export { countOf, percentOf, rupeesText } from './words.ts';
