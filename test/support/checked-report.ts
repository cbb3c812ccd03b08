import type { Draft, HeldAgainst } from '../../core/research/checks/index.ts';
import {
  type Authority,
  type EvidencePacket,
  type Fact,
  METRICS,
  type MetricId,
} from '../../core/research/index.ts';
import { SECTIONS } from '../../core/research/publication/index.ts';
import { packetOf } from './evidence-packets.ts';
import { publication } from './publication.ts';

const AUTHORITY_OF: Readonly<Record<string, Authority>> = {
  financial_performance: 'FILING',
  market_and_valuation: 'OFFICIAL',
  catalysts: 'REGULATOR',
  guidance_and_outlook: 'FILING',
};
const PACKETS: Readonly<Record<string, EvidencePacket>> = {
  results: packetOf('FILING', [], { source_id: 'nse_filings:results' }),
  prices: packetOf('OFFICIAL', [], { source_id: 'nse_archive:closes', provider: 'nse_archive' }),
  actions: packetOf('REGULATOR', [], { source_id: 'exchange_actions:list', provider: 'exchange_actions' }),
  outlook: packetOf('FILING', [], { source_id: 'nse_announcements:outlook', provider: 'nse_announcements' }),
};

function fact(id: string, metric: MetricId, from: keyof typeof PACKETS, given: Partial<Fact>): Fact {
  const units = {
    MONEY: 'INR',
    MONEY_PER_SHARE: 'INR/share',
    SHARES: 'shares',
    PERCENT: 'pct',
    RATIO: 'ratio',
    COUNT: 'count',
  };
  return {
    fact_id: id,
    metric,
    scope: 'consolidated',
    scope_detail: null,
    period: { key: 'FY2026', start: '2025-04-01', end: '2026-03-31' },
    unit: units[METRICS[metric].unit],
    value: '1',
    value_high: null,
    authority: PACKETS[from]!.authority,
    label: 'VERIFIED_FACT',
    is_validated: true,
    source_ids: [PACKETS[from]!.source_id],
    locator: 'test',
    published_at: '2026-06-01T10:00:00.000Z',
    derivation: null,
    notes: [],
    ...given,
  };
}

const day = (end: string) => ({ key: end, start: null, end });
/** Figures of an invented company. */
const FACTS = {
  revenue: fact('revenue.consolidated.fy2026', 'revenue', 'results', { value: '11200000000' }),
  before: fact('revenue.consolidated.fy2025', 'revenue', 'results', {
    value: '9500000000',
    period: { key: 'FY2025', start: '2024-04-01', end: '2025-03-31' },
  }),
  growth: fact('revenue_growth_pct.consolidated.fy2026', 'revenue_growth_pct', 'results', {
    // 1,120 / 950 − 1 = 17.894…%
    value: '17.8947368421053',
    label: 'CALCULATED_FACT',
    derivation: {
      shape: 'series',
      formula: 'this year over the year before',
      inputs: ['revenue.consolidated.fy2026', 'revenue.consolidated.fy2025'],
    },
  }),
  close: fact('close.market.2026-09-30', 'close', 'prices', {
    value: '246.95',
    scope: 'market',
    period: day('2026-09-30'),
  }),
  dividend: fact('dividend_per_share.market.2026-08-21', 'dividend_per_share', 'actions', {
    value: '0.8',
    scope: 'market',
    period: day('2026-08-21'),
  }),
  outlook: fact('guidance_revenue_growth_pct.company.fy2027', 'guidance_revenue_growth_pct', 'outlook', {
    value: '14',
    value_high: '16',
    period: { key: 'FY2027', start: '2026-04-01', end: '2027-03-31' },
  }),
  share: fact('segment_revenue_share_pct.segment-pumps.fy2026', 'segment_revenue_share_pct', 'results', {
    value: '68',
    scope: 'segment',
    scope_detail: 'Pumps',
  }),
  peer: fact('price_return_1y_pct.peer-deep.latest', 'price_return_1y_pct', 'prices', {
    value: '-12.4',
    scope: 'peer',
    scope_detail: 'DEEP',
    period: day('2026-09-30'),
  }),
};

const PROSE: Readonly<Record<string, readonly [text: string, claim: string]>> = {
  financial_performance: ['Revenue was ₹1,120 crore in FY2026, 17.9% more than a year before.', 'c1'],
  market_and_valuation: ['The share closed at ₹246.95 on 30 September 2026.', 'c3'],
  catalysts: ['A dividend of ₹0.80 a share went ex on 21 August 2026.', 'c4'],
  guidance_and_outlook: ['The company expects revenue to grow by 14% to 16% in FY2027.', 'c5'],
};

function claim(
  claim_id: string,
  text: string,
  label: Draft['claims'][number]['label'],
  facts: readonly Fact[],
) {
  return {
    claim_id,
    text,
    label,
    fact_ids: facts.map(({ fact_id }) => fact_id),
    source_ids: [...new Set(facts.flatMap(({ source_ids }) => source_ids))],
  };
}

/** A report without a fault, and what it is held against. */
export function checkedReport(): { draft: Draft; against: HeldAgainst } {
  const { payload_hash: _hash, qa: _qa, ...rest } = publication();
  const { revenue, before, growth, close, dividend, outlook } = FACTS;
  const published = [revenue, before, growth, close, dividend, outlook];
  const draft: Draft = {
    ...rest,
    why_this_rating: 'Revenue grew 17.9% in FY2026.',
    sections: SECTIONS.filter((one) => one.is_required).map(({ id, title, family }) => ({
      id,
      title,
      required: true,
      paragraphs: [
        { text: PROSE[id]![0], claim_ids: id === 'financial_performance' ? ['c1', 'c2'] : [PROSE[id]![1]] },
      ],
      coverage: {
        family,
        minimum: AUTHORITY_OF[id] === 'FILING' ? 'COMPANY' : AUTHORITY_OF[id]!,
        achieved: AUTHORITY_OF[id]!,
        covered: true,
        reason: null,
      },
      gaps: [],
    })),
    bull: [{ statement: 'Revenue grew 17.9% in FY2026.', claim_ids: ['c2'] }],
    bear: [{ statement: 'Steel may become dearer.', claim_ids: ['c6'] }],
    catalysts: ['Results of Q2 FY2027'],
    facts: published.map(({ metric, ...one }) => {
      const { locator: _locator, published_at: _published, notes: _notes, ...shown } = one;
      return {
        ...shown,
        metric,
        title: METRICS[metric].title,
        period: { ...one.period },
        source_ids: [...one.source_ids],
        derivation:
          one.derivation === null ? null : { ...one.derivation, inputs: [...one.derivation.inputs] },
      };
    }),
    claims: [
      claim('c1', 'Revenue was ₹1,120 crore in FY2026.', 'VERIFIED_FACT', [revenue]),
      claim('c2', 'Revenue grew 17.9% in FY2026.', 'CALCULATED_FACT', [growth]),
      claim('c3', 'The share closed at ₹246.95.', 'VERIFIED_FACT', [close]),
      claim('c4', 'A dividend of ₹0.80 a share went ex on 21 August 2026.', 'VERIFIED_FACT', [dividend]),
      claim('c5', 'The company expects growth of 14% to 16%.', 'VERIFIED_FACT', [outlook]),
      claim('c6', 'Steel may become dearer.', 'AI_INFERENCE', []),
    ],
    sources: Object.values(PACKETS).map((packet) => ({
      source_id: packet.source_id,
      provider: packet.provider,
      publisher: packet.publisher,
      authority: packet.authority,
      source_class: packet.source_class,
      title: packet.title,
      url: packet.url,
      published_at: packet.published_at,
      fetched_at: packet.fetched_at,
      evidence_hash: packet.evidence_hash,
    })),
    segment_views: [{ name: 'Pumps', revenue_share_pct: 68, thesis: 'The core of the business.' }],
    peer_set: [
      {
        symbol: 'DEEP',
        name: 'Deep Pumps',
        rating: 'HOLD',
        return_1y_pct: -12.4,
        rationale: 'Same customers.',
      },
    ],
  };
  return { draft, against: { facts: Object.values(FACTS), packets: Object.values(PACKETS) } };
}
