import {
  instant,
  instantOrNull,
  listOf,
  number,
  numberOrNull,
  oneOf,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
  wholeOrNull,
} from '../platform/schema/index.ts';

const LIMIT_KINDS = ['JOB', 'MEMORY', 'CONNECTIONS', 'DISK'] as const;

/** One thing that runs out. */
const limitView = view({
  kind: oneOf(...LIMIT_KINDS),
  /** Unique: the job's name, or the kind in lower case. */
  name: text,
  label: text,
  unit: oneOf('ms', 'bytes', 'connections'),
  /** Of `most`; null where it is not measured. */
  used: numberOrNull,
  most: numberOrNull,
  used_pct: numberOrNull,
  /** People that fit, if use grows with people; null where it does not, or too little is known. */
  people_fit: wholeOrNull,
  /** Days until the disk is full at the growth of the last days; null for everything else. */
  days_left: wholeOrNull,
  measured_at: instantOrNull,
  /** The measurements that the figures follow from. */
  evidence: textOrNull,
  /** Why a figure is null; null where none is. */
  reason: textOrNull,
});
export type CapacityLimit = ViewOf<typeof limitView>;

const growthView = view({
  bytes: number,
  bytes_a_day: numberOrNull,
  /** Days that the growth is measured over; null where it is unknown. */
  days: wholeOrNull,
  reason: textOrNull,
});
export type Growth = ViewOf<typeof growthView>;

/** An estimate by the database's own statistics. */
const estimateView = view({ label: text, rows: wholeOrNull, reason: textOrNull });

/** What this server carries and what would run out first, for the owner of the installation. */
export const capacityView = view({
  measured_at: instant,
  /** People who are not paused. */
  people: whole,
  /** Estimates of rows, and of the symbols held. */
  counts: listOf(estimateView),
  database: growthView,
  /** The largest tables. */
  tables: listOf(growthView.shape({ name: text, rows: wholeOrNull })),
  /** The most used first; those without a measurement last. */
  limits: listOf(limitView),
  /** The name of the limit that is used most; null where none is measured. Connections count only once few are left. */
  first: textOrNull,
});
export type CapacityView = ViewOf<typeof capacityView>;
