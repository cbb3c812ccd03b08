import * as yup from 'yup';
import { listOf, oneOf, text, type ViewOf } from '../../platform/schema/index.ts';
import { peerRef, type PeerRef, segmentView, type SegmentView } from './payload.ts';
import { ACTIONS, RATINGS, VALUATION_BASES } from './ratings.ts';

const strings = listOf(text);

/**
 * A report of the first version (research/Report). Its four newer fields may be missing; an unknown key is an error, as in
 * every version.
 */
export const legacyReportView = yup
  .object({
    schema_version: oneOf('1.0').optional(),
    rating: oneOf(...RATINGS),
    action: oneOf(...ACTIONS),
    confidence: yup
      .number()
      .min(0)
      .max(1)
      .test(
        'finite',
        '${path} must be a finite number',
        (value) => value === null || value === undefined || Number.isFinite(value),
      )
      .nullable()
      .defined(),
    thesis: text,
    bull: strings,
    bear: strings,
    catalysts: strings,
    risks: strings,
    invalidations: strings,
    why_this_rating: yup.string().nullable().optional(),
    valuation_basis: oneOf(...VALUATION_BASES)
      .nullable()
      .optional(),
    segment_views: yup.array<yup.AnyObject, SegmentView>(segmentView).optional(),
    peer_set: yup.array<yup.AnyObject, PeerRef>(peerRef).optional(),
  })
  .noUnknown()
  .required();
export type LegacyReport = ViewOf<typeof legacyReportView>;

/** @throws yup.ValidationError */
export function parseLegacyReport(value: unknown): LegacyReport {
  return legacyReportView.validateSync(value, { strict: true });
}
