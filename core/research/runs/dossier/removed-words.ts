import { listOf, text, view, type ViewOf, whole } from '../../../platform/schema/index.ts';
import { ANALYSIS_STAGES, type Struck } from '../../analysis/index.ts';
import { SECTIONS } from '../../publication/index.ts';

/** As many are listed; all are counted. */
const MOST_LISTED = 50;

/** What checks took out of the words of models before a report was published. The words themselves are never told. */
export const removedView = view({
  /** How many things were taken out. */
  total: whole,
  /** Statements among them that nothing supports; the others are references to what does not exist, and unusable texts. */
  unsupported: whole,
  /** The first of them. */
  items: listOf(
    view({
      /** Where it stood, for people. */
      place: text,
      /** Why it was taken out, for people. */
      reason: text,
      code: text,
    }),
  ).max(MOST_LISTED),
});
type RemovedView = ViewOf<typeof removedView>;

type Code = Struck['code'];
interface Row {
  reason: string;
  /** Whether it was a statement that nothing supports. */
  isUnsupported: boolean;
}

/** What stands in `detail` is not told: it repeats numbers, ids and names of the model. */
const CODES: Readonly<Record<Code, Row>> = {
  UNSUPPORTED_NUMBER: {
    reason: 'A sentence gave a number that its evidence does not contain.',
    isUnsupported: true,
  },
  UNKNOWN_PEER: {
    reason:
      'The share was compared with a company that is not one of its peers, so the list of peers was removed.',
    isUnsupported: true,
  },
  UNKNOWN_COMPANY: {
    reason: 'A sentence named a company that does not appear in the evidence of this run.',
    isUnsupported: true,
  },
  UNKNOWN_FACT: {
    reason: 'It cited a fact that this run does not have. The reference was removed.',
    isUnsupported: false,
  },
  UNKNOWN_SOURCE: {
    reason: 'It cited a source that this run does not have. The reference was removed.',
    isUnsupported: false,
  },
  UNKNOWN_CLAIM: {
    reason: 'It cited a claim that does not exist. The reference was removed.',
    isUnsupported: false,
  },
  OTHER_LANGUAGE: { reason: 'It was not written in English.', isUnsupported: false },
  EMPTY: { reason: 'It was empty.', isUnsupported: false },
};
const OF_SEGMENT: Row = {
  reason: 'It was about a segment that does not appear in any filing.',
  isUnsupported: true,
};
/** Of a code that this version does not know. */
const OTHER: Row = { reason: 'It did not pass a check.', isUnsupported: false };

const SEGMENTS = 'BUSINESS_PROFILE.segments';

function rowOf(path: string, code: string): Row {
  if (code === 'UNKNOWN_FACT' && path.startsWith(SEGMENTS)) return OF_SEGMENT;
  return Object.hasOwn(CODES, code) ? CODES[code as Code] : OTHER;
}

const STAGES: ReadonlyMap<string, string> = new Map(
  ANALYSIS_STAGES.map(({ stage, title }) => [stage, title]),
);
const SECTION_TITLES: ReadonlyMap<string, string> = new Map(SECTIONS.map(({ id, title }) => [id, title]));

/** Parts of a report by the beginning of their path. */
const PLACES: readonly (readonly [beginning: string, place: string])[] = [
  ['EDITOR.bull', 'The case for it'],
  ['EDITOR.bear', 'The case against it'],
  ['EDITOR.why_this_rating', 'Why this rating'],
  ['COMMITTEE.horizon', 'Horizon'],
  ['COMMITTEE.why_not', 'Why not another rating'],
  ['COMMITTEE.disagreement', 'Disagreement'],
  ['COMMITTEE.coverage_note', 'Note on coverage'],
  ['COMMITTEE.thesis_requirements', 'What the thesis needs'],
  [SEGMENTS, 'Segments'],
  ['PEERS_SECTOR.peers', 'Peers'],
  ['thesis', 'Thesis'],
  ['catalysts', 'Catalysts'],
  ['risks', 'Risks'],
  ['invalidations', 'Invalidation'],
];

/** Where something stood in a report or in what a stage said, for people. */
export function placeOf(path: string): string {
  const [stage = '', list = '', id = ''] = path.split('.');
  const section = stage === 'EDITOR' && list === 'sections' ? SECTION_TITLES.get(id) : undefined;
  if (section !== undefined) return section;
  const part = PLACES.find(([beginning]) => path === beginning || path.startsWith(`${beginning}.`))?.[1];
  if (part !== undefined) return part;
  const title = STAGES.get(stage);
  if (title === undefined) return 'The report';
  return list === 'gaps' ? `${title}: what is missing` : title;
}

/** What is stored of it, in the order in which it was taken out; what is none of it is left out. */
export function toRemovedView(struck: unknown): RemovedView {
  const rows = (Array.isArray(struck) ? (struck as unknown[]) : []).filter(isStruck);
  return {
    total: rows.length,
    unsupported: rows.filter(({ path, code }) => rowOf(path, code).isUnsupported).length,
    items: rows
      .slice(0, MOST_LISTED)
      .map(({ path, code }) => ({ place: placeOf(path), reason: rowOf(path, code).reason, code })),
  };
}

const isStruck = (value: unknown): value is { path: string; code: string } =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  typeof value.path === 'string' &&
  'code' in value &&
  typeof value.code === 'string';
