import type { Publication } from '../publication/index.ts';

/** A report before it is judged and sealed. */
export type Draft = Omit<Publication, 'payload_hash' | 'qa'>;

/** Every passage of prose with the claims that it cites. */
export function passagesOf(
  draft: Pick<Draft, 'sections' | 'bull' | 'bear'>,
): { path: string; text: string; claim_ids: readonly string[] }[] {
  const listed = (name: 'bull' | 'bear') =>
    draft[name].map(({ statement, claim_ids }, at) => ({
      path: `${name}.${at}`,
      text: statement,
      claim_ids,
    }));
  return [
    ...draft.sections.flatMap(({ id, paragraphs }) =>
      paragraphs.map(({ text, claim_ids }, at) => ({
        path: `sections.${id}.paragraphs.${at}`,
        text,
        claim_ids,
      })),
    ),
    ...listed('bull'),
    ...listed('bear'),
  ];
}

/** Prose that cites nothing itself: it may use every fact that the report has. */
export function freeTextsOf(draft: Draft): { path: string; text: string }[] {
  const { decision, committee } = draft;
  const texts: { path: string; text: string | null }[] = [
    { path: 'thesis', text: draft.thesis },
    { path: 'why_this_rating', text: draft.why_this_rating },
    { path: 'decision.horizon', text: decision.horizon },
    { path: 'decision.override_reason', text: decision.override_reason },
    { path: 'committee.disagreement', text: committee.disagreement },
    { path: 'committee.coverage_note', text: committee.coverage_note },
    { path: 'committee.why_not', text: committee.why_not },
    ...committee.thesis_requirements.map((text, at) => ({
      path: `committee.thesis_requirements.${at}`,
      text,
    })),
    ...(['catalysts', 'risks', 'invalidations'] as const).flatMap((name) =>
      draft[name].map((text, at) => ({ path: `${name}.${at}`, text })),
    ),
    ...(draft.segment_views ?? []).flatMap(({ thesis, catalysts = [], risks = [] }, at) =>
      [thesis, ...catalysts, ...risks].map((text) => ({ path: `segment_views.${at}`, text })),
    ),
    ...(draft.peer_set ?? []).map(({ rationale }, at) => ({
      path: `peer_set.${at}.rationale`,
      text: rationale,
    })),
  ];
  return texts.filter((one): one is { path: string; text: string } => one.text !== null);
}
