import { decimal } from '../../platform/index.ts';
import type { Fact, Steps } from '../port/index.ts';
import type { Claim, Defect, Publication } from '../publication/index.ts';
import { defect } from './defect.ts';
import { createNumberCheck } from './numbers/index.ts';
import { type Draft, freeTextsOf, passagesOf } from './prose.ts';

/** Labels that promise more than their facts hold. */
export function wrongLabels({ claims, facts }: Draft): Defect[] {
  const byId = new Map(facts.map((fact) => [fact.fact_id, fact]));
  return claims.flatMap((claim) => {
    const cited = claim.fact_ids.flatMap((id) => byId.get(id) ?? []);
    const why = labelFault(claim, cited);
    return why === null ? [] : [defect('LABEL_WITHOUT_FACT', `claims.${claim.claim_id}`, why)];
  });
}

function labelFault({ label }: Claim, cited: readonly Publication['facts'][number][]): string | null {
  if (label === 'UNSUPPORTED') return 'Nothing supports this claim, so it must not be published.';
  if (label !== 'VERIFIED_FACT' && label !== 'CALCULATED_FACT') return null;
  if (cited.length === 0) return 'It is labelled a fact but cites none.';
  if (cited.some(({ is_validated }) => !is_validated))
    return 'It is labelled a fact but relies on a figure from too weak a source.';
  const isCalculated = cited.some(({ derivation }) => derivation !== null);
  if (label === 'VERIFIED_FACT' && isCalculated)
    return 'It is labelled verified, but its figure was calculated.';
  if (label === 'CALCULATED_FACT' && !isCalculated)
    return 'It is labelled calculated, but its figure was reported.';
  return null;
}

/** Printed numbers that no cited fact has. */
export function* unsupportedNumbers(draft: Draft, all: readonly Fact[]): Steps<Defect[]> {
  const byId = new Map(all.map((fact) => [fact.fact_id, fact]));
  const byClaim = new Map(draft.claims.map((claim) => [claim.claim_id, claim]));
  const factsOf = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? []);
  const whole = createNumberCheck(factsOf(draft.facts.map(({ fact_id }) => fact_id)), draft.as_of);
  const wrong = (check: ReturnType<typeof createNumberCheck>, path: string, text: string): Defect[] =>
    check(text)
      .filter(({ status }) => status === 'UNSUPPORTED')
      .map(({ printed, why }) => defect('UNSUPPORTED_NUMBER', path, `It prints ${printed}. ${why}`));
  const found: Defect[] = [];
  for (const { path, text, claim_ids } of passagesOf(draft)) {
    yield;
    const cited = factsOf(claim_ids.flatMap((id) => byClaim.get(id)?.fact_ids ?? []));
    found.push(...wrong(createNumberCheck(cited, draft.as_of), path, text));
  }
  for (const { claim_id, text, fact_ids } of draft.claims) {
    yield;
    found.push(...wrong(createNumberCheck(factsOf(fact_ids), draft.as_of), `claims.${claim_id}`, text));
  }
  for (const { path, text } of freeTextsOf(draft)) {
    yield;
    found.push(...wrong(whole, path, text));
  }
  return found;
}

/** Figures in fields of their own, which are those of the facts and never a model's. */
export function inventedFigures(
  { segment_views = [], peer_set = [] }: Draft,
  all: readonly Fact[],
): Defect[] {
  const isKnown = (metric: Fact['metric'], scope: Fact['scope'], detail: string, value: number): boolean =>
    all.some(
      (fact) =>
        fact.metric === metric &&
        fact.scope === scope &&
        fact.scope_detail?.toUpperCase() === detail.toUpperCase() &&
        decimal(fact.value).eq(value),
    );
  const shares = segment_views.flatMap(({ name, revenue_share_pct }, at) =>
    revenue_share_pct === undefined ||
    isKnown('segment_revenue_share_pct', 'segment', name, revenue_share_pct)
      ? []
      : [
          defect(
            'UNSUPPORTED_NUMBER',
            `segment_views.${at}.revenue_share_pct`,
            `No fact gives ${name} this share.`,
          ),
        ],
  );
  const returns = peer_set.flatMap(({ symbol, return_1y_pct }, at) =>
    return_1y_pct === null || isKnown('price_return_1y_pct', 'peer', symbol, return_1y_pct)
      ? []
      : [
          defect(
            'UNSUPPORTED_NUMBER',
            `peer_set.${at}.return_1y_pct`,
            `No fact gives ${symbol} this return.`,
          ),
        ],
  );
  return [...shares, ...returns];
}
