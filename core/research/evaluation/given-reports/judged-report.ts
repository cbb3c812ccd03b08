import { istDate } from '../../../platform/index.ts';
import type { LegacyReport, Publication, StoredReport } from '../../publication/index.ts';
import { createScrub, identifyingStrings, type Labels, namesIn, type Scrub } from './identifying.ts';

interface Cited {
  text: string;
  /** Such as C1. */
  claims: readonly string[];
}

/**
 * A report as judges see it, whatever its version: what it says and on what, and nothing that tells which run, model,
 * provider, day, cost or file it came from (decisions/Evaluation harness: blinding). Ids are counted anew.
 */
export interface JudgedReport {
  /** Null in reports of the first version, which do not say. */
  company: { name: string; symbol: string; sector: string | null; industry: string | null } | null;
  decision: { rating: string; action: string; confidence: number | null; horizon: string | null };
  thesis: string;
  why_this_rating: string | null;
  valuation_basis: string | null;
  sections: readonly { title: string; paragraphs: readonly Cited[]; gaps: readonly string[] }[];
  bull: readonly Cited[];
  bear: readonly Cited[];
  catalysts: readonly string[];
  risks: readonly string[];
  invalidations: readonly string[];
  segments: readonly {
    name: string;
    revenue_share_pct: number | null;
    thesis: string;
    catalysts: readonly string[];
    risks: readonly string[];
  }[];
  peers: readonly {
    symbol: string;
    name: string;
    rating: string;
    return_1y_pct: number | null;
    rationale: string;
  }[];
  committee: readonly string[];
  claims: readonly {
    claim: string;
    text: string;
    label: string;
    facts: readonly string[];
    sources: readonly string[];
  }[];
  facts: readonly JudgedFact[];
  conflicts: readonly {
    fact: string;
    candidates: readonly { value: string; unit: string; source: string | null; authority: string }[];
    chosen: number;
    rule: string;
    note: string;
  }[];
  sources: readonly {
    source: string;
    publisher: string;
    title: string;
    authority: string;
    /** YYYY-MM-DD in India. */
    published_on: string | null;
  }[];
}

export interface JudgedFact {
  fact: string;
  title: string;
  of: string | null;
  period: string;
  value: string;
  unit: string;
  authority: string;
  label: string;
  is_validated: boolean;
  sources: readonly string[];
  /** How it was worked out; null for what a source states. */
  formula: string | null;
}

/**
 * Takes from reports what could tell them apart. All reports lose what identifies any of them.
 * @param given with the name of the file each came in
 */
export function blind<K extends string>(
  given: Readonly<Record<K, { stored: StoredReport; fileName: string }>>,
): Record<K, JudgedReport> {
  const all = Object.entries(given) as [K, { stored: StoredReport; fileName: string }][];
  const names = new Set(all.flatMap(([, { stored }]) => namesIn(stored)).map((name) => name.toLowerCase()));
  const strings = all
    .flatMap(([, { stored, fileName }]) => identifyingStrings(stored, [fileName]))
    .filter((string) => !names.has(string.toLowerCase()));
  return Object.fromEntries(
    all.map(([name, { stored }]) => {
      const labels = stored.version === '1.0' ? new Map<string, string>() : labelsOf(stored.publication);
      const judgedWith = (scrub: Scrub): JudgedReport =>
        stored.version === '1.0'
          ? judgedLegacy(stored.report, scrub)
          : judgedV2(stored.publication, labels, scrub);
      // The texts first, so that only what stands in one of them is looked for.
      const texts: string[] = [];
      judgedWith((text) => {
        texts.push(text);
        return text;
      });
      return [name, judgedWith(createScrub(strings, labels, texts))];
    }),
  ) as Record<K, JudgedReport>;
}

const labelsOf = ({ claims, facts, sources }: Publication): Labels =>
  new Map([
    ...claims.map(({ claim_id }, at) => [claim_id, `C${at + 1}`] as const),
    ...facts.map(({ fact_id }, at) => [fact_id, `F${at + 1}`] as const),
    ...sources.map(({ source_id }, at) => [source_id, `S${at + 1}`] as const),
  ]);

function judgedV2(report: Publication, labels: Labels, scrub: Scrub): JudgedReport {
  const named = (ids: readonly string[]): string[] => ids.flatMap((id) => labels.get(id) ?? []);
  const cited = (one: { text: string; claim_ids: readonly string[] }): Cited[] =>
    filled(scrub(one.text)).map((text) => ({ text, claims: named(one.claim_ids) }));
  const { identity, decision, committee } = report;
  return {
    ...commonParts(report, decision, scrub),
    company: {
      name: scrub(identity.company_name),
      symbol: scrub(identity.symbol),
      sector: orNull(scrub, identity.sector),
      industry: orNull(scrub, identity.industry),
    },
    sections: report.sections.map(({ title, paragraphs, gaps }) => ({
      title: scrub(title),
      paragraphs: paragraphs.flatMap(cited),
      gaps: listed(scrub, gaps),
    })),
    bull: report.bull.flatMap(({ statement, claim_ids }) => cited({ text: statement, claim_ids })),
    bear: report.bear.flatMap(({ statement, claim_ids }) => cited({ text: statement, claim_ids })),
    committee: listed(scrub, [
      ...[committee.disagreement, committee.coverage_note, committee.why_not].flatMap((one) => one ?? []),
      ...committee.thesis_requirements,
    ]),
    claims: report.claims.map(({ text, label, fact_ids, source_ids }, at) => ({
      claim: `C${at + 1}`,
      text: scrub(text),
      label,
      facts: named(fact_ids),
      sources: named(source_ids),
    })),
    facts: report.facts.map((fact, at) => ({
      fact: `F${at + 1}`,
      title: scrub(fact.title),
      of: orNull(scrub, fact.scope_detail),
      period: scrub(periodOf(fact.period)),
      value: scrub(fact.value_high === null ? fact.value : `${fact.value} to ${fact.value_high}`),
      unit: scrub(fact.unit),
      authority: fact.authority,
      label: fact.label,
      is_validated: fact.is_validated,
      sources: named(fact.source_ids),
      formula: fact.derivation === null ? null : scrub(fact.derivation.formula),
    })),
    conflicts: report.conflicts.map(({ fact_id, candidates, chosen, rule, note }) => ({
      fact: labels.get(fact_id) ?? '',
      candidates: candidates.map(({ value, value_high, unit, source_id, authority }) => ({
        value: scrub(value_high === null ? value : `${value} to ${value_high}`),
        unit: scrub(unit),
        source: labels.get(source_id) ?? null,
        authority,
      })),
      chosen,
      rule,
      note: scrub(note),
    })),
    sources: report.sources.map(({ publisher, title, authority, published_at }, at) => ({
      source: `S${at + 1}`,
      publisher: scrub(publisher),
      title: scrub(title),
      authority,
      published_on: published_at === null ? null : istDate(new Date(published_at)),
    })),
  };
}

/** A report of the first version cites nothing and names nobody: what it does not have is empty, and nothing is made up. */
function judgedLegacy(report: LegacyReport, scrub: Scrub): JudgedReport {
  const uncited = (texts: readonly string[]): Cited[] =>
    listed(scrub, texts).map((text) => ({ text, claims: [] }));
  return {
    ...commonParts(report, { ...report, horizon: null }, scrub),
    company: null,
    sections: [],
    bull: uncited(report.bull),
    bear: uncited(report.bear),
    committee: [],
    claims: [],
    facts: [],
    conflicts: [],
    sources: [],
  };
}

type Common = Pick<
  LegacyReport,
  'thesis' | 'catalysts' | 'risks' | 'invalidations' | 'segment_views' | 'peer_set'
> & {
  why_this_rating?: string | null | undefined;
  valuation_basis?: string | null | undefined;
};

/** What reports of both versions have. */
function commonParts(
  report: Common,
  decision: Pick<Publication['decision'], 'rating' | 'action' | 'confidence' | 'horizon'>,
  scrub: Scrub,
) {
  return {
    decision: {
      rating: decision.rating,
      action: decision.action,
      confidence: decision.confidence,
      horizon: orNull(scrub, decision.horizon),
    },
    thesis: scrub(report.thesis),
    why_this_rating: orNull(scrub, report.why_this_rating ?? null),
    valuation_basis: report.valuation_basis ?? null,
    catalysts: listed(scrub, report.catalysts),
    risks: listed(scrub, report.risks),
    invalidations: listed(scrub, report.invalidations),
    segments: (report.segment_views ?? []).map(
      ({ name, revenue_share_pct = null, thesis, catalysts = [], risks = [] }) => ({
        name: scrub(name),
        revenue_share_pct,
        thesis: scrub(thesis),
        catalysts: listed(scrub, catalysts),
        risks: listed(scrub, risks),
      }),
    ),
    peers: (report.peer_set ?? []).map(({ symbol, name, rating, return_1y_pct, rationale }) => ({
      symbol: scrub(symbol),
      name: scrub(name),
      rating,
      return_1y_pct,
      rationale: scrub(rationale),
    })),
  };
}

const filled = (text: string): string[] => (text === '' ? [] : [text]);
const listed = (scrub: Scrub, texts: readonly string[]): string[] =>
  texts.flatMap((text) => filled(scrub(text)));
const orNull = (scrub: Scrub, text: string | null): string | null => (text === null ? null : scrub(text));

const periodOf = ({ key, end }: Publication['facts'][number]['period']): string =>
  key === end ? key : `${key}, to ${end}`;
