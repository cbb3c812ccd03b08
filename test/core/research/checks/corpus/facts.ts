import { type Fact, factId, type MetricId, METRICS, type Scope } from '../../../../../core/research/index.ts';

/** The moment at which everything in the corpus is written: 30 September 2026, in India and in the US. */
export const AS_OF = '2026-09-30T18:00:00.000Z';

/** First day, last day and day of publication. A stock, a price or an event has no first day. */
type Days = readonly [start: string | null, end: string, published: string];

/** Vaigai Flow: an Indian company, whose fiscal years end in March. */
const INDIAN: Readonly<Record<string, Days>> = {
  FY2022: ['2021-04-01', '2022-03-31', '2022-05-24'],
  FY2023: ['2022-04-01', '2023-03-31', '2023-05-23'],
  FY2024: ['2023-04-01', '2024-03-31', '2024-05-28'],
  FY2025: ['2024-04-01', '2025-03-31', '2025-05-22'],
  FY2025Q4: ['2025-01-01', '2025-03-31', '2025-05-22'],
  FY2026Q1: ['2025-04-01', '2025-06-30', '2025-08-11'],
  FY2026Q2: ['2025-07-01', '2025-09-30', '2025-11-07'],
  FY2026H1: ['2025-04-01', '2025-09-30', '2025-11-07'],
  FY2026Q3: ['2025-10-01', '2025-12-31', '2026-02-06'],
  FY2026M9: ['2025-04-01', '2025-12-31', '2026-02-06'],
  FY2026Q4: ['2026-01-01', '2026-03-31', '2026-05-21'],
  FY2026: ['2025-04-01', '2026-03-31', '2026-05-21'],
  FY2027Q1: ['2026-04-01', '2026-06-30', '2026-08-10'],
  FY2027: ['2026-04-01', '2027-03-31', '2026-08-10'],
  'FY2022-FY2026': ['2021-04-01', '2026-03-31', '2026-05-21'],
  'FY2023-FY2026': ['2022-04-01', '2026-03-31', '2026-05-21'],
  TTM: ['2025-07-01', '2026-06-30', '2026-08-10'],
};

/** Cobalt Ridge: a US company, whose fiscal year 2026 ended in January 2026. */
const AMERICAN: Readonly<Record<string, Days>> = {
  FY2022: ['2021-02-01', '2022-01-31', '2022-03-10'],
  FY2023: ['2022-02-01', '2023-01-31', '2023-03-09'],
  FY2024: ['2023-02-01', '2024-01-31', '2024-03-14'],
  FY2025: ['2024-02-01', '2025-01-31', '2025-03-13'],
  FY2026: ['2025-02-01', '2026-01-31', '2026-03-12'],
  FY2026Q4: ['2025-11-01', '2026-01-31', '2026-03-12'],
  FY2027Q1: ['2026-02-01', '2026-04-30', '2026-06-04'],
  FY2027Q2: ['2026-05-01', '2026-07-31', '2026-08-27'],
  FY2027Q3: ['2026-08-01', '2026-10-31', '2026-08-27'],
  FY2027: ['2026-02-01', '2027-01-31', '2026-08-27'],
  'FY2022-FY2026': ['2021-02-01', '2026-01-31', '2026-03-12'],
  TTM: ['2025-08-01', '2026-07-31', '2026-08-27'],
};

/** Prices, and what follows from them. */
const LATEST: Days = [null, '2026-09-30', '2026-09-30'];

const ofCalendar =
  (calendar: Readonly<Record<string, Days>>) =>
  (
    metric: MetricId,
    scope: Scope,
    key: string,
    unit: string,
    value: string,
    { high = null, detail = null }: { high?: string | null; detail?: string | null } = {},
  ): Fact => {
    const [start, end, published] = key === 'LATEST' ? LATEST : (calendar[key] ?? [null, key, key]);
    return {
      fact_id: factId(metric, scope, detail, key),
      metric,
      scope,
      scope_detail: detail,
      period: { key, start: METRICS[metric].kind === 'FLOW' ? start : null, end },
      unit,
      value,
      value_high: high,
      authority: 'FILING',
      label: 'VERIFIED_FACT',
      is_validated: true,
      source_ids: ['made-up'],
      locator: 'made up for the corpus',
      // Afternoon in India and morning in New York: one day in both.
      published_at: `${published}T11:00:00.000Z`,
      derivation: null,
      notes: [],
    };
  };

const india = ofCalendar(INDIAN);
const us = ofCalendar(AMERICAN);

/** Everything that a sentence of the corpus may cite. */
export const FACTS = {
  'in.rev22': india('revenue', 'consolidated', 'FY2022', 'INR', '6000000000'),
  'in.rev23': india('revenue', 'consolidated', 'FY2023', 'INR', '7020000000'),
  'in.rev24': india('revenue', 'consolidated', 'FY2024', 'INR', '8200000000'),
  'in.rev25': india('revenue', 'consolidated', 'FY2025', 'INR', '9500000000'),
  'in.rev26': india('revenue', 'consolidated', 'FY2026', 'INR', '11196000000'),
  'in.rev25q4': india('revenue', 'consolidated', 'FY2025Q4', 'INR', '2623000000'),
  'in.rev26q1': india('revenue', 'consolidated', 'FY2026Q1', 'INR', '2524000000'),
  'in.rev26q2': india('revenue', 'consolidated', 'FY2026Q2', 'INR', '2687500000'),
  'in.rev26q3': india('revenue', 'consolidated', 'FY2026Q3', 'INR', '2810500000'),
  'in.rev26q4': india('revenue', 'consolidated', 'FY2026Q4', 'INR', '3174000000'),
  'in.rev26h1': india('revenue', 'consolidated', 'FY2026H1', 'INR', '5211500000'),
  'in.rev26m9': india('revenue', 'consolidated', 'FY2026M9', 'INR', '8022000000'),
  'in.rev27q1': india('revenue', 'consolidated', 'FY2027Q1', 'INR', '2639000000'),
  'in.rev.ttm': india('revenue_ttm', 'consolidated', 'TTM', 'INR', '11311000000'),
  'in.growth24': india('revenue_growth_pct', 'consolidated', 'FY2024', 'pct', '16.8091168091168'),
  'in.growth25': india('revenue_growth_pct', 'consolidated', 'FY2025', 'pct', '15.8536585365854'),
  'in.growth26': india('revenue_growth_pct', 'consolidated', 'FY2026', 'pct', '17.8526315789474'),
  'in.growth27q1': india('revenue_growth_pct', 'consolidated', 'FY2027Q1', 'pct', '4.55625990491284'),
  'in.cagr': india('revenue_cagr_pct', 'consolidated', 'FY2022-FY2026', 'pct', '16.87669'),
  'in.pat22': india('net_income', 'consolidated', 'FY2022', 'INR', '-271300000'),
  'in.pat23': india('net_income', 'consolidated', 'FY2023', 'INR', '602000000'),
  'in.pat25': india('net_income', 'consolidated', 'FY2025', 'INR', '984000000'),
  'in.pat26': india('net_income', 'consolidated', 'FY2026', 'INR', '1313200000'),
  'in.pat26q4': india('net_income', 'consolidated', 'FY2026Q4', 'INR', '379500000'),
  'in.patcagr': india('net_income_cagr_pct', 'consolidated', 'FY2023-FY2026', 'pct', '29.693'),
  'in.pat.ttm': india('net_income_ttm', 'consolidated', 'TTM', 'INR', '1360420000'),
  'in.eps22': india('eps_basic', 'consolidated', 'FY2022', 'INR/share', '-2.7'),
  'in.eps25': india('eps_basic', 'consolidated', 'FY2025', 'INR/share', '9.8'),
  'in.eps26': india('eps_basic', 'consolidated', 'FY2026', 'INR/share', '13.08'),
  'in.eps.ttm': india('eps_ttm', 'consolidated', 'TTM', 'INR/share', '13.55'),
  'in.margin25': india('net_margin_pct', 'consolidated', 'FY2025', 'pct', '10.3578947368421'),
  'in.margin26': india('net_margin_pct', 'consolidated', 'FY2026', 'pct', '11.729189'),
  'in.roe': india('return_on_equity_pct', 'consolidated', 'FY2026', 'pct', '23.0107'),
  'in.ebitda': india('ebitda', 'consolidated', 'FY2026', 'INR', '2053000000'),
  'in.ocf': india('operating_cash_flow', 'consolidated', 'FY2026', 'INR', '1249000000'),
  'in.icf': india('investing_cash_flow', 'consolidated', 'FY2026', 'INR', '-613000000'),
  'in.capex': india('capex', 'consolidated', 'FY2026', 'INR', '562000000'),
  'in.fcf': india('free_cash_flow', 'consolidated', 'FY2026', 'INR', '687000000'),
  'in.debt25': india('total_debt', 'consolidated', 'FY2025', 'INR', '1420000000'),
  'in.debt26': india('total_debt', 'consolidated', 'FY2026', 'INR', '1050000000'),
  'in.equity': india('total_equity', 'consolidated', 'FY2026', 'INR', '5706900000'),
  'in.de': india('debt_to_equity', 'consolidated', 'FY2026', 'ratio', '0.183988'),
  'in.cash': india('cash', 'consolidated', 'FY2026', 'INR', '864000000'),
  'in.orders': india('order_book', 'company', 'FY2026', 'INR', '8456000000'),
  'in.pumps': india('segment_revenue_share_pct', 'segment', 'FY2026', 'pct', '44.3', { detail: 'Pumps' }),
  'in.valves': india('segment_revenue_share_pct', 'segment', 'FY2026', 'pct', '31.6', { detail: 'Valves' }),
  'in.service': india('segment_revenue_share_pct', 'segment', 'FY2026', 'pct', '24.1', { detail: 'Service' }),
  'in.servicegrowth': india('revenue_growth_pct', 'segment', 'FY2026', 'pct', '196.8', { detail: 'Service' }),
  'in.valvegrowth': india('revenue_growth_pct', 'segment', 'FY2026', 'pct', '91.4', { detail: 'Valves' }),
  'in.close': india('close', 'market', '2026-09-30', 'INR/share', '246.95'),
  'in.sma50': india('sma_50', 'market', '2026-09-30', 'INR/share', '251.4'),
  'in.sma200': india('sma_200', 'market', '2026-09-30', 'INR/share', '238.62'),
  'in.high': india('high_52w_close', 'market', '2026-09-30', 'INR/share', '279.8'),
  'in.low': india('low_52w_close', 'market', '2026-09-30', 'INR/share', '189.35'),
  'in.return': india('price_return_1y_pct', 'market', '2026-09-30', 'pct', '18.664'),
  'in.index': india('index_close', 'market', '2026-09-30', 'count', '25412.35'),
  'in.indexreturn': india('index_return_1y_pct', 'market', '2026-09-30', 'pct', '6.21'),
  // 246.95 × 10.04 crore shares; the P/E is 246.95 / 13.55, the P/B takes equity of ₹570.69 crore.
  'in.mcap': india('market_cap', 'market', 'LATEST', 'INR', '24793780000'),
  'in.pe': india('pe_ttm', 'market', 'LATEST', 'ratio', '18.2250922509225'),
  'in.pb': india('pb_ratio', 'market', 'LATEST', 'ratio', '4.34453'),
  'in.yield': india('earnings_yield', 'market', 'LATEST', 'pct', '5.48694'),
  'in.target': india('consensus_target', 'market', 'LATEST', 'INR/share', '285'),
  'in.shares': india('shares_outstanding', 'company', 'FY2026', 'shares', '100400000'),
  'in.face': india('face_value', 'company', 'FY2026', 'INR/share', '2'),
  'in.div.feb': india('dividend_per_share', 'company', '2026-02-13', 'INR/share', '0.75'),
  'in.div.aug': india('dividend_per_share', 'company', '2026-08-21', 'INR/share', '0.8'),
  'in.divs': india('dividends_per_share_1y', 'market', 'LATEST', 'INR/share', '1.55'),
  'in.split': india('split_ratio', 'company', '2025-09-12', 'ratio', '5'),
  // One new share for each old one makes two: so the exchanges' lists are read.
  'in.bonus': india('bonus_ratio', 'company', '2025-09-12', 'ratio', '2'),
  'in.peers': india('peer_pe_median', 'peer', 'LATEST', 'ratio', '24.36'),
  'in.decpump': india('pe_ttm', 'peer', 'LATEST', 'ratio', '34.1186', { detail: 'DECPUMP' }),
  'in.nilmot': india('pe_ttm', 'peer', 'LATEST', 'ratio', '22.2273', { detail: 'NILMOT' }),
  'in.guide': india('guidance_revenue_growth_pct', 'company', 'FY2027', 'pct', '14', { high: '16' }),
  'in.guidemargin': india('guidance_ebitda_margin_pct', 'company', 'FY2027', 'pct', '17.5', { high: '18.5' }),
  'in.guidecapex': india('guidance_capex', 'company', 'FY2027', 'INR', '1200000000', { high: '1300000000' }),

  'us.rev22': us('revenue', 'consolidated', 'FY2022', 'USD', '742000000'),
  'us.rev23': us('revenue', 'consolidated', 'FY2023', 'USD', '864200000'),
  'us.rev24': us('revenue', 'consolidated', 'FY2024', 'USD', '812700000'),
  'us.rev25': us('revenue', 'consolidated', 'FY2025', 'USD', '1004900000'),
  'us.rev26': us('revenue', 'consolidated', 'FY2026', 'USD', '1182400000'),
  'us.rev26q4': us('revenue', 'consolidated', 'FY2026Q4', 'USD', '318700000'),
  'us.rev27q1': us('revenue', 'consolidated', 'FY2027Q1', 'USD', '301200000'),
  'us.rev27q2': us('revenue', 'consolidated', 'FY2027Q2', 'USD', '309800000'),
  'us.rev.ttm': us('revenue_ttm', 'consolidated', 'TTM', 'USD', '1214500000'),
  'us.growth24': us('revenue_growth_pct', 'consolidated', 'FY2024', 'pct', '-5.9592686878037'),
  'us.growth25': us('revenue_growth_pct', 'consolidated', 'FY2025', 'pct', '23.6495'),
  'us.growth26': us('revenue_growth_pct', 'consolidated', 'FY2026', 'pct', '17.6634'),
  'us.growth27q2': us('revenue_growth_pct', 'consolidated', 'FY2027Q2', 'pct', '-2.394'),
  'us.cagr': us('revenue_cagr_pct', 'consolidated', 'FY2022-FY2026', 'pct', '12.3544'),
  'us.net24': us('net_income', 'consolidated', 'FY2024', 'USD', '-41600000'),
  'us.net25': us('net_income', 'consolidated', 'FY2025', 'USD', '38200000'),
  'us.net26': us('net_income', 'consolidated', 'FY2026', 'USD', '96330000'),
  'us.net.ttm': us('net_income_ttm', 'consolidated', 'TTM', 'USD', '101800000'),
  'us.eps24': us('eps_diluted', 'consolidated', 'FY2024', 'USD/share', '-0.52'),
  'us.eps25': us('eps_diluted', 'consolidated', 'FY2025', 'USD/share', '0.47'),
  'us.eps26': us('eps_diluted', 'consolidated', 'FY2026', 'USD/share', '1.19'),
  'us.eps.ttm': us('eps_ttm', 'consolidated', 'TTM', 'USD/share', '1.26'),
  'us.margin24': us('net_margin_pct', 'consolidated', 'FY2024', 'pct', '-5.11874'),
  'us.margin26': us('net_margin_pct', 'consolidated', 'FY2026', 'pct', '8.14699'),
  'us.fcf24': us('free_cash_flow', 'consolidated', 'FY2024', 'USD', '-58200000'),
  'us.fcf26': us('free_cash_flow', 'consolidated', 'FY2026', 'USD', '143900000'),
  'us.ocf': us('operating_cash_flow', 'consolidated', 'FY2026', 'USD', '196700000'),
  'us.capex': us('capex', 'consolidated', 'FY2026', 'USD', '52800000'),
  'us.cash': us('cash', 'consolidated', 'FY2026', 'USD', '212600000'),
  'us.debt': us('total_debt', 'consolidated', 'FY2026', 'USD', '465000000'),
  'us.de': us('debt_to_equity', 'consolidated', 'FY2026', 'ratio', '0.6204'),
  'us.cloud': us('segment_revenue_share_pct', 'segment', 'FY2026', 'pct', '49.2', { detail: 'Cloud' }),
  'us.hardware': us('segment_revenue_share_pct', 'segment', 'FY2026', 'pct', '33.9', { detail: 'Hardware' }),
  'us.support': us('segment_revenue_share_pct', 'segment', 'FY2026', 'pct', '16.9', { detail: 'Support' }),
  'us.cloudgrowth': us('revenue_growth_pct', 'segment', 'FY2026', 'pct', '103.2', { detail: 'Cloud' }),
  'us.hardwaregrowth': us('revenue_growth_pct', 'segment', 'FY2026', 'pct', '-48.6', { detail: 'Hardware' }),
  'us.close': us('close', 'market', '2026-09-30', 'USD/share', '47.62'),
  'us.sma50': us('sma_50', 'market', '2026-09-30', 'USD/share', '49.17'),
  'us.sma200': us('sma_200', 'market', '2026-09-30', 'USD/share', '53.88'),
  'us.high': us('high_52w_close', 'market', '2026-09-30', 'USD/share', '71.4'),
  'us.low': us('low_52w_close', 'market', '2026-09-30', 'USD/share', '44.15'),
  'us.return': us('price_return_1y_pct', 'market', '2026-09-30', 'pct', '-21.37'),
  'us.mcap': us('market_cap', 'market', 'LATEST', 'USD', '3821505000'),
  'us.pe': us('pe_ttm', 'market', 'LATEST', 'ratio', '37.7936507936508'),
  'us.pb': us('pb_ratio', 'market', 'LATEST', 'ratio', '5.08'),
  'us.shares': us('shares_outstanding', 'company', 'FY2027Q2', 'shares', '80250000'),
  'us.diluted': us('shares_diluted', 'consolidated', 'FY2026', 'shares', '81000000'),
  'us.div': us('dividend_per_share', 'company', '2026-07-10', 'USD/share', '0.12'),
  'us.split': us('split_ratio', 'company', '2025-06-16', 'ratio', '3'),
  'us.target': us('consensus_target', 'market', 'LATEST', 'USD/share', '58.5'),
  'us.peers': us('peer_pe_median', 'peer', 'LATEST', 'ratio', '29.4'),
  'us.guide': us('guidance_revenue', 'company', 'FY2027Q3', 'USD', '326000000', { high: '332000000' }),
  'us.guideeps': us('guidance_eps_diluted', 'company', 'FY2027', 'USD/share', '2.1', { high: '2.25' }),
} as const satisfies Record<string, Fact>;

export type FactKey = keyof typeof FACTS;

/** One sentence with the facts that it cites, and those of its printed numbers that no cited fact supports. */
export interface CorpusRow {
  text: string;
  cites: readonly FactKey[];
  /** Digits or words as they are printed, without currency, scale or unit, in the order of the text. */
  wrong: readonly string[];
}
