export { doubtAfterSplit, isSaleOfAll, roundingOf } from './closing-sale.ts';
export {
  type DisposalKind,
  DisposalLog,
  type DisposalRecord,
  knownUnits,
  type TakenBack,
  type UnmatchedKind,
  type UnmatchedRecord,
} from './disposals.ts';
export { LotQueue, OpenLot, type TakenLot } from './lot-queue.ts';
export { plainRatio, suspicion } from './plain-ratio.ts';
export { splitFraction } from './split-ratio.ts';
