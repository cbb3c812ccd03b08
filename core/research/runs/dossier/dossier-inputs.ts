import * as yup from 'yup';
import { LARGEST_PAGE, pageQuery } from '../../../platform/index.ts';
import {
  AUTHORITIES,
  type Authority,
  EVIDENCE_FAMILIES,
  type EvidenceFamily,
  type EvidenceProviderName,
  type MetricId,
  METRICS,
  PROVIDERS,
} from '../../port/index.ts';

const LONGEST_SEARCH = 64;

const oneWord = <T extends string>(words: readonly T[]) =>
  yup
    .mixed<T>()
    .oneOf([...words])
    .optional();
const search = yup.string().max(LONGEST_SEARCH).optional();
const authority = oneWord<Authority>(AUTHORITIES);
const metric = oneWord<MetricId>(Object.keys(METRICS) as MetricId[]);
const yes = yup.boolean().optional();

/** How much of each list comes with a dossier; the rest is read by the lists' own routes. */
export const dossierQuery = yup
  .object({ first: yup.number().integer().min(0).max(LARGEST_PAGE).optional() })
  .noUnknown();
export type DossierQuery = yup.InferType<typeof dossierQuery>;

export const factsQuery = yup
  .object({
    ...pageQuery,
    /** Words of the title, of the id or of what it is a part of. */
    q: search,
    family: oneWord<EvidenceFamily>(EVIDENCE_FAMILIES),
    metric,
    authority,
    /** Of each figure the newest year and the newest of what is shorter alone. */
    newest: yes,
  })
  .noUnknown();
export type FactsQuery = yup.InferType<typeof factsQuery>;

export const packetsQuery = yup
  .object({ ...pageQuery, q: search, authority, provider: oneWord<EvidenceProviderName>(PROVIDERS) })
  .noUnknown();
export type PacketsQuery = yup.InferType<typeof packetsQuery>;

export const conflictsQuery = yup.object({ ...pageQuery, q: search, metric }).noUnknown();
export type ConflictsQuery = yup.InferType<typeof conflictsQuery>;

export const sourcesQuery = yup
  .object({ ...pageQuery, outcome: oneWord(['USED', 'REFUSED', 'FAILED'] as const) })
  .noUnknown();
export type SourcesQuery = yup.InferType<typeof sourcesQuery>;
