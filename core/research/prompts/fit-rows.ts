import type { ModelStage } from '../analysis/index.ts';
import type { BlockName } from './shared-words.ts';

/**
 * What a prompt shows, by how much it is missed. Where there is too little room, it is left out from the end: passages first,
 * then figures of older periods, details, and the less important figures of the latest period.
 */
const TIERS = ['NEEDED', 'HELD_TO', 'LATEST', 'DETAIL', 'OLDER', 'PASSAGE'] as const;
export type Tier = (typeof TIERS)[number];

/** A line of a data block. It is shown whole or not at all. */
export interface Row {
  block: BlockName;
  line: string;
  tier: Tier;
  fact_ids?: readonly string[];
  source_ids?: readonly string[];
  upstream?: readonly ModelStage[];
}

/** A row that takes more than this part of the room would displace the rest. */
const LARGEST_SHARE = 1 / 4;

/**
 * The rows that there is room for: by tier, and within one in the order given. Once a row does not fit, nothing after it is
 * shown, so that with less room the same rows go first. Only a row out of all proportion is passed over.
 * @param bytes the room, in bytes of UTF-8
 */
export function fitRows(rows: readonly Row[], bytes: number): Set<Row> {
  const kept = new Set<Row>();
  let left = bytes;
  for (const row of TIERS.flatMap((tier) => rows.filter((one) => one.tier === tier))) {
    const size = bytesOf(row.line);
    if (size > bytes * LARGEST_SHARE) continue;
    if (size > left) break;
    left -= size;
    kept.add(row);
  }
  return kept;
}

/** With its line break. */
const bytesOf = (line: string): number => Buffer.byteLength(line) + 1;
