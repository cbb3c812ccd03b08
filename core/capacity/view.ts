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

/** A limit of the server. */
const limitView = view({
  kind: oneOf(...LIMIT_KINDS),
  /** Unique: the job's name, or the kind in lower case. */
  name: text,
  label: text,
  unit: oneOf('ms', 'bytes', 'connections'),
  /** Used part of `most`; null where it is not measured. */
  used: numberOrNull,
  most: numberOrNull,
  used_pct: numberOrNull,
  /** People who fit, if use grows with people; null where it does not, or the data is too thin. */
  people_fit: wholeOrNull,
  /** Days until the disk is full at the growth of the last days; null for everything else. */
  days_left: wholeOrNull,
  measured_at: instantOrNull,
  /** The measurements that the figures follow from. */
  evidence: textOrNull,
  /** Reason of a null figure; null where no figure is null. */
  reason: textOrNull,
});
export type CapacityLimit = ViewOf<typeof limitView>;

const growthView = view({
  bytes: number,
  bytes_a_day: numberOrNull,
  /** Days over which growth is measured; null where growth is unknown. */
  days: wholeOrNull,
  reason: textOrNull,
});
export type Growth = ViewOf<typeof growthView>;

/** An estimate by the database's own statistics. */
const estimateView = view({ label: text, rows: wholeOrNull, reason: textOrNull });

/** Load, limits and growth of this server, for the owner of the installation. */
export const capacityView = view({
  measured_at: instant,
  /** People who are not paused. */
  people: whole,
  /** Estimates of rows, and of the symbols held. */
  counts: listOf(estimateView),
  database: growthView,
  /** The largest tables. */
  tables: listOf(growthView.shape({ name: text, rows: wholeOrNull })),
  /** Most used first, unmeasured last. */
  limits: listOf(limitView),
  /** Name of the most used limit; null where none is measured. Connections count only once few are left. */
  first: textOrNull,
});
export type CapacityView = ViewOf<typeof capacityView>;
