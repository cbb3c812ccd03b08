import { type Publication, SCHEMA_VERSION } from '../publication/index.ts';
import { createNumberCheck, type Draft } from '../checks/index.ts';
import { atOnce, type Steps } from '../port/index.ts';
import { claimSteps } from './claims.ts';
import { nameCheckOf } from './company-names.ts';
import { peerSet, segmentViews } from './compared-companies.ts';
import type { Composing } from './composing.ts';
import { decisionOf } from './decision.ts';
import { evidenceUsed } from './evidence-used.ts';
import { citedClaims, type ClaimBook, factsOf, sectionSteps } from './report-sections.ts';
import { type Struck, supportedProse } from './struck.ts';

type Statement = Publication['bull'][number];

export interface Composed {
  draft: Draft;
  /** What was taken out of the words of models. */
  struck: Struck[];
  /** No editor wrote it: it was put together from what the other stages said. */
  isAssembled: boolean;
}

const NO_THESIS = 'No thesis was written because the stages that argue it did not finish.';

/**
 * A report from what the stages of a run said, with nothing in it that the evidence does not hold. Where the editor failed,
 * and even where every stage did, it is structurally whole: claims and facts speak for themselves
 * (decisions/The nineteen stages). The same input comes to the same report.
 */
export const composeReport = (composing: Composing): Composed => atOnce(composeSteps(composing));

/** The same in pieces. */
export function* composeSteps(composing: Composing): Steps<Composed> {
  const { run_id, mode, as_of, generated_at, facts, packets, outputs, coverage, stages } = composing;
  const sources = new Set(packets.map(({ source_id }) => source_id));
  const names = nameCheckOf(composing);
  const { claims, byStage, struck } = yield* claimSteps(outputs, { facts, sources, as_of, names });
  const book: ClaimBook = { claims: [...claims], byStage };
  const told = yield* sectionSteps(composing, book);
  const bull = statementsOf('bull', composing, book, struck);
  const bear = statementsOf('bear', composing, book, struck);
  const cited = new Set(
    [...told.sections.flatMap(({ paragraphs }) => paragraphs), ...bull, ...bear].flatMap(
      ({ claim_ids }) => claim_ids,
    ),
  );
  const used = book.claims.filter(({ claim_id }) => cited.has(claim_id));
  yield;
  const evidence = evidenceUsed(used, composing);
  const inputs = new Set(evidence.facts.map(({ fact_id }) => fact_id));
  const known = facts.filter(({ fact_id }) => inputs.has(fact_id));
  /** Words that cite nothing may use every fact of the report. */
  const check = createNumberCheck(known, as_of);
  const words = (text: string | null, path: string): string | null => {
    if (text === null || text.trim() === '') return null;
    const said = supportedProse(text, { facts: known, asOf: as_of, path, names, check });
    struck.push(...said.struck);
    return said.text;
  };
  const listed = (texts: readonly string[], path: string): string[] =>
    texts.flatMap((text, at) => words(text, `${path}.${at}`) ?? []);
  const editor = outputs.EDITOR;
  const risks = [outputs.AGGRESSIVE_RISK, outputs.NEUTRAL_RISK, outputs.CONSERVATIVE_RISK];
  yield;
  const peers = peerSet(composing);
  const segments = segmentViews(composing);
  struck.push(...told.struck, ...peers.struck, ...segments.struck);
  yield;
  const draft: Draft = {
    schema_version: SCHEMA_VERSION,
    run_id,
    mode,
    as_of,
    generated_at,
    identity: identityOf(composing),
    ...decisionOf(outputs.COMMITTEE, words),
    thesis: words(editor?.thesis ?? outputs.RECONCILIATION?.summary ?? null, 'thesis') ?? NO_THESIS,
    why_this_rating: words(editor?.why_this_rating ?? null, 'EDITOR.why_this_rating'),
    valuation_basis: editor?.valuation_basis ?? outputs.VALUATION?.valuation_basis ?? null,
    sections: told.sections,
    bull,
    bear,
    catalysts: listed(
      editor?.catalysts ?? outputs.CATALYSTS_EVENTS?.catalysts.map(({ text }) => text) ?? [],
      'catalysts',
    ),
    risks: listed(editor?.risks ?? risks.flatMap((one) => one?.risks.map(({ text }) => text) ?? []), 'risks'),
    invalidations: listed(
      editor?.invalidations ?? risks.flatMap((one) => one?.invalidations ?? []),
      'invalidations',
    ),
    ...(segments.segments.length === 0 ? {} : { segment_views: segments.segments }),
    ...(peers.peers.length === 0 ? {} : { peer_set: peers.peers }),
    ...evidence,
    claims: used,
    coverage: { required_pct: coverage.required_pct, verdict: coverage.verdict },
    stages,
    cost_usd_total: costOf(stages),
  };
  return { draft, struck, isAssembled: editor === undefined };
}

/** The cases for and against: the editor's words, else the claims of whoever argued. */
function statementsOf(
  side: 'bull' | 'bear',
  composing: Composing,
  { claims, byStage }: ClaimBook,
  struck: Struck[],
): Statement[] {
  const { outputs, facts, as_of } = composing;
  const names = nameCheckOf(composing);
  const edited = (outputs.EDITOR?.[side] ?? []).flatMap(({ statement, claim_ids }, at): Statement[] => {
    const path = `EDITOR.${side}.${at}`;
    const cited = citedClaims(claim_ids, claims, path, struck);
    const said = supportedProse(statement, { facts: factsOf(cited, facts), asOf: as_of, path, names });
    struck.push(...said.struck);
    return said.text === null
      ? []
      : [{ statement: said.text, claim_ids: cited.map(({ claim_id }) => claim_id) }];
  });
  if (edited.length > 0) return edited;
  return (byStage[side === 'bull' ? 'BULL_CASE' : 'BEAR_CASE'] ?? []).flatMap((id) => {
    const claim = claims.find(({ claim_id }) => claim_id === id);
    return claim === undefined ? [] : [{ statement: claim.text, claim_ids: [id] }];
  });
}

/** By the registry, else the public profile, else the ticker; a name that is the ticker is none (Evidence acquisition rules 9). */
function identityOf({ subject, profileName }: Composing): Publication['identity'] {
  const { instrument_id, symbol, exchange, isin, sector, industry, currency } = subject;
  const isName = (name: string | null): name is string =>
    name !== null && name.trim() !== '' && name.trim().toUpperCase() !== symbol.toUpperCase();
  const [company_name, name_source] = isName(subject.name)
    ? ([subject.name, 'REGISTRY'] as const)
    : isName(profileName)
      ? ([profileName, 'PROFILE'] as const)
      : ([symbol, 'TICKER'] as const);
  return { instrument_id, symbol, exchange, isin, company_name, name_source, sector, industry, currency };
}

/** What models cost in all; null where one call was not priced. */
function costOf(stages: Publication['stages']): number | null {
  const asked = stages.filter(({ provider }) => provider !== null);
  return asked.some(({ cost_usd }) => cost_usd === null)
    ? null
    : asked.reduce((sum, { cost_usd }) => sum + (cost_usd ?? Number.NaN), 0);
}
