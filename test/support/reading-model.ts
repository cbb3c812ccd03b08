import type { ModelRequest } from '../../core/llm/index.ts';
import type { ModelStage, Outputs } from '../../core/research/analysis/index.ts';
import { SECTION_IDS } from '../../core/research/publication/index.ts';

/** A row of the facts in a prompt, as far as it is read here. */
interface FactRow {
  fact_id: string;
  scope: string;
  of?: string;
  says: string;
}
interface ClaimRow {
  claim_id: string;
  from: readonly ModelStage[];
  text: string;
}
interface PassageRow {
  source_id: string;
  title: string;
}

/** The rows of a block of a prompt, as whoever answers it reads them. */
export function rowsIn<Row>(request: Pick<ModelRequest, 'messages'>, block: string): Row[] {
  const text = request.messages[0]?.text ?? '';
  const found = new RegExp(`\\n<${block}>\\n([\\s\\S]*?)</${block}>`).exec(text)?.[1] ?? '';
  return found
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
}

const MOST_FINDINGS = 5;
const SECTION_OF: Partial<Record<ModelStage, (typeof SECTION_IDS)[number]>> = {
  BUSINESS_PROFILE: 'business_profile',
  FINANCIAL_PERFORMANCE: 'financial_performance',
  EARNINGS_QUALITY: 'earnings_quality',
  BALANCE_SHEET: 'balance_sheet',
  MARKET_TECHNICALS: 'market_and_valuation',
  VALUATION: 'market_and_valuation',
  PEERS_SECTOR: 'peers_and_sector',
  GUIDANCE_OUTLOOK: 'guidance_and_outlook',
  CATALYSTS_EVENTS: 'catalysts',
  NEWS_SENTIMENT: 'news',
};
const stageOf = ({ schema }: Pick<ModelRequest, 'schema'>): ModelStage =>
  (schema?.name ?? '').toUpperCase() as ModelStage;

/**
 * A model without any judgement that reads its prompt and says what is there: its findings are the sentences of facts, its
 * opinions hold for every company. What it answers follows from the prompt alone.
 */
export function readingModel(request: ModelRequest): object {
  const stage = stageOf(request);
  const facts = rowsIn<FactRow>(request, 'facts');
  const finding = ({ fact_id, says }: FactRow) => ({ text: says, fact_ids: [fact_id], source_ids: [] });
  const own = facts.filter(({ scope }) => scope !== 'peer');
  const findings = (own.length === 0 ? facts : own).slice(0, MOST_FINDINGS).map(finding);
  const specialist = {
    summary: 'What the facts say is told in the findings.',
    findings,
    gaps: facts.length === 0 ? [{ item: 'Figures', reason: 'No fact was given for this part.' }] : [],
  };
  const risk = {
    view: 'The facts leave room for more than one reading.',
    action: 'HOLD' as const,
    risks: [{ text: 'Costs may rise faster than prices.', fact_ids: [], source_ids: [] }],
    invalidations: ['The company lowers what it expects.'],
  };
  const passages = rowsIn<PassageRow>(request, 'passages');
  const answers: { readonly [S in ModelStage]: () => Outputs[S] } = {
    BUSINESS_PROFILE: () => ({
      ...specialist,
      segments: [...new Set(facts.flatMap(({ scope, of }) => (scope === 'segment' ? (of ?? []) : [])))]
        .slice(0, 4)
        .map((name) => ({ name, thesis: 'It is a part of the business.', catalysts: [], risks: [] })),
    }),
    FINANCIAL_PERFORMANCE: () => specialist,
    EARNINGS_QUALITY: () => specialist,
    BALANCE_SHEET: () => specialist,
    MARKET_TECHNICALS: () => specialist,
    VALUATION: () => ({ ...specialist, valuation_basis: 'Cyclical P/E band' }),
    PEERS_SECTOR: () => ({
      ...specialist,
      findings: facts.slice(0, MOST_FINDINGS).map(finding),
      peers: rowsIn<{ symbol: string }>(request, 'peer_symbols').map(({ symbol }) => ({
        symbol,
        rating: 'HOLD',
        rationale: 'It sells to the same customers.',
      })),
    }),
    GUIDANCE_OUTLOOK: () => specialist,
    CATALYSTS_EVENTS: () => ({
      ...specialist,
      catalysts: [{ text: 'The next results may show new orders.', fact_ids: [], source_ids: [] }],
    }),
    NEWS_SENTIMENT: () => ({
      ...specialist,
      findings: passages.slice(0, 2).map(({ source_id }) => ({
        text: 'A headline about the company was reported.',
        fact_ids: [],
        source_ids: [source_id],
      })),
      mood: 'UNKNOWN',
    }),
    BULL_CASE: () => ({ summary: 'Growth speaks for it.', statements: findings.slice(0, 3) }),
    BEAR_CASE: () => ({
      summary: 'The price may have run ahead.',
      statements: [{ text: 'Customers may order less.', fact_ids: [], source_ids: [] }],
    }),
    AGGRESSIVE_RISK: () => ({ ...risk, action: 'ADD' }),
    NEUTRAL_RISK: () => risk,
    CONSERVATIVE_RISK: () => risk,
    RECONCILIATION: () => ({
      summary: 'Both cases rest on the same figures and weigh them differently.',
      agreed: ['The figures themselves are not in dispute.'],
      disputed: [],
    }),
    COMMITTEE: () => ({
      rating: 'HOLD',
      action: 'HOLD',
      confidence: 0.5,
      horizon: '12 months',
      disagreement: 'The bold view would add, the careful one would not.',
      coverage_note: null,
      why_not: 'Neither case is strong enough for another rating.',
      thesis_requirements: ['Orders stay firm.'],
    }),
    EDITOR: () => edited(rowsIn<ClaimRow>(request, 'claims')),
  };
  return answers[stage]() as object;
}

/** A report of what the claims say, section by section. */
function edited(claims: readonly ClaimRow[]): NonNullable<Outputs['EDITOR']> {
  const of = (stage: ModelStage) => claims.filter(({ from }) => from.includes(stage));
  const stages = Object.keys(SECTION_OF) as ModelStage[];
  return {
    thesis: 'The business is sound, and its price asks for patience.',
    why_this_rating: 'The case for the share and the case against it are balanced by evidence.',
    valuation_basis: 'Cyclical P/E band',
    sections: SECTION_IDS.flatMap((id) => {
      const own = stages
        .filter((stage) => SECTION_OF[stage] === id)
        .flatMap(of)
        .slice(0, 6);
      return own.length === 0
        ? []
        : [{ id, paragraphs: own.map(({ text, claim_id }) => ({ text, claim_ids: [claim_id] })) }];
    }),
    bull: of('BULL_CASE').map(({ text, claim_id }) => ({ statement: text, claim_ids: [claim_id] })),
    bear: of('BEAR_CASE').map(({ text, claim_id }) => ({ statement: text, claim_ids: [claim_id] })),
    catalysts: ['The next results may show new orders.'],
    risks: ['Costs may rise faster than prices.'],
    invalidations: ['The company lowers what it expects.'],
  };
}

/** Everything that is nowhere in any evidence: none of it may reach a reader. */
export const INVENTIONS =
  /77,?77|7\.77|Rocketry|made-up-source|fy2099|c9999|TSLA|Zürich|STRONG BUY|\*\*|<script|evil\.example|Globex|Initech|Hooli/;

/** The same model, which lies wherever its form lets it, and has read what evidence tells it to do. */
export function lyingModel(request: ModelRequest): object {
  const stage = stageOf(request);
  const lie = {
    text: 'Revenue will be ₹7,777 crore in FY2099.',
    fact_ids: ['revenue.consolidated.fy2099'],
    source_ids: ['made-up-source'],
  };
  const said = readingModel(request) as Record<string, unknown>;
  const list = (name: string): unknown[] => said[name] as unknown[];
  const lies: Record<string, unknown> = {};
  if ('findings' in said)
    lies['findings'] = [
      lie,
      {
        text: '**Margins** of 77.77% <script>x</script> at https://evil.example/buy.',
        fact_ids: [],
        source_ids: [],
      },
      {
        text: 'Das Unternehmen wird im kommenden Jahr in Zürich sehr viel mehr Geld verdienen als jemals zuvor, sagt die Leitung.',
        fact_ids: [],
        source_ids: [],
      },
      { text: 'It will merge with Globex next year.', fact_ids: [], source_ids: [] },
      ...list('findings').slice(0, 3),
    ];
  if ('gaps' in said) lies['gaps'] = [{ item: 'Debt', reason: 'It owes ₹7,777 crore.' }];
  if ('statements' in said) lies['statements'] = [lie, ...list('statements')];
  if ('peers' in said)
    lies['peers'] = [...list('peers'), { symbol: 'TSLA', rating: 'BUY', rationale: 'Popular.' }];
  if ('segments' in said)
    lies['segments'] = [
      { name: 'Rocketry', thesis: 'A new segment.', catalysts: [], risks: [] },
      ...list('segments'),
    ];
  if ('risks' in said && stage !== 'EDITOR') lies['risks'] = [lie];
  if (stage === 'COMMITTEE')
    Object.assign(lies, {
      rating: 'STRONG BUY',
      why_not: 'Fair value is ₹7,777.',
      thesis_requirements: ['EPS of ₹7.77 in FY2099.'],
    });
  if (stage === 'EDITOR')
    Object.assign(lies, {
      thesis: 'It is worth ₹7,777 a share. The business is sound.',
      why_this_rating: '**Revenue** grew 77.77% in FY2099. Initech Holdings Limited wants to buy it.',
      bull: [{ statement: 'It doubled to ₹7,777 crore.', claim_ids: ['c9999'] }],
      catalysts: [
        'A takeover at ₹7,777 a share on 7 July 2099.',
        'The next results may show new orders.',
        'A joint venture with Hooli.',
      ],
    });
  return { ...said, ...lies };
}
