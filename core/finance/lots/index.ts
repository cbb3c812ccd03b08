/**
 * Lots of one security: a FIFO queue over the records of any book, what left it and with which gain, splits, and sales of
 * everything in rounded units. Threads that calculate enter by the files themselves.
 */
export { doubtAfterSplit, isSaleOfAll, roundingOf } from './closing-sale.ts';
export { type DisposalKind, DisposalLog, type UnmatchedKind } from './disposals.ts';
export { LotQueue, type LotReader, type TakenLot } from './lot-queue.ts';
export { matchedLots, shareOut } from './matched-lots.ts';
export { plainRatio } from './plain-ratio.ts';
export { splitFraction } from './split-ratio.ts';
