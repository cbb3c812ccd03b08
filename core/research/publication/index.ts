export { type LegacyReport, legacyReportView, parseLegacyReport } from './legacy-report.ts';
export {
  type Claim,
  claimView,
  type Defect,
  parsePublication,
  type PeerRef,
  peerRef,
  type Publication,
  publicationView,
  publishedSource,
  QA_STATUSES,
  type QaStatus,
  SCHEMA_VERSION,
  type SegmentView,
  segmentView,
} from './payload.ts';
export { isSealed, payloadHash, sealPublication } from './payload-hash.ts';
export { type Action, ACTIONS, MOST_WHY_WORDS, type Rating, RATINGS, VALUATION_BASES } from './ratings.ts';
export { promotedFields, readReport, readReportInSteps, type StoredReport } from './read-report.ts';
export { knownCost, type StageTaken, unpricedTokens } from './stage-cost.ts';
export { REQUIRED_SECTIONS, SECTION_IDS, type SectionId, type SectionRow, SECTIONS } from './sections.ts';
export { inOneLine, inWords, type Judgement, judgementOf, summaryOf, wholePercent } from './summary.ts';
