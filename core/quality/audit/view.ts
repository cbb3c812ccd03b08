import {
  instant,
  instantOrNull,
  listOf,
  number,
  oneOfOrNull,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../../platform/schema/index.ts';
import { AUDIT_STATES } from './identity.ts';

/** Two figures that must agree and do not. */
const auditFindingView = view({
  id: text,
  /** Code of the identity. */
  identity: text,
  title: text,
  /** The holding, portfolio or place that the figures are of. */
  subject: text,
  left_path: text,
  left: number,
  right_path: text,
  right: number,
  /** Left less right. */
  difference: number,
  /** Null for units. */
  currency: textOrNull,
  /** Both figures with their paths, in one sentence. */
  message: text,
  found_at: instant,
  /** When an audit saw it last. */
  seen_at: instant,
});
export type AuditFinding = ViewOf<typeof auditFindingView>;

/** An identity as the last audit found it; `state` is null before the first audit that knew it. */
const auditedIdentityView = view({
  code: text,
  title: text,
  left_path: text,
  right_path: text,
  /** How far the figures may lie apart by rounding: so much, or this part of the larger one. */
  tolerance: view({ absolute: number, relative: number }),
  /** AGREES: every pair was compared and agrees. NOT_COMPARED: some were not, for `reason`. */
  state: oneOfOrNull(...AUDIT_STATES),
  /** Pairs of figures that agree, that differ, and that could not be compared. */
  agreed: whole,
  differing: whole,
  not_compared: whole,
  /** Why some were not compared. */
  reason: textOrNull,
});
export type AuditedIdentityView = ViewOf<typeof auditedIdentityView>;

/** How the last audit of a person's books came out. */
export const booksAuditView = view({
  /** Null before the first audit. */
  audited_at: instantOrNull,
  identities: listOf(auditedIdentityView),
  findings: listOf(auditFindingView),
});
export type BooksAudit = ViewOf<typeof booksAuditView>;

/** The same in short, for the counts of data quality. */
export const auditCountsView = view({
  audited_at: instantOrNull,
  identities: whole,
  agreed: whole,
  not_compared: whole,
  /** Pairs of figures that differ. */
  findings: whole,
});
export type AuditCounts = ViewOf<typeof auditCountsView>;
