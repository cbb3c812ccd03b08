import type { CorpusRow } from './facts.ts';

/** Sentences and short passages with several numbers, some right and some wrong. */
export const SEVERAL: readonly CorpusRow[] = [
  {
    text: 'Revenue rose 17.9% to ₹1,119.6 crore in FY2026, and profit after tax reached ₹131.3 crore.',
    cites: ['in.growth26', 'in.rev26', 'in.pat26'],
    wrong: [],
  },
  {
    text: 'Revenue rose 17.9% to ₹1,119.6 crore in FY2026, and profit after tax reached ₹133.1 crore.',
    cites: ['in.growth26', 'in.rev26', 'in.pat26'],
    wrong: ['133.1'],
  },
  {
    text: 'Revenue rose 19.7% to ₹1,191.6 crore in FY2026, and profit after tax reached ₹131.3 crore.',
    cites: ['in.growth26', 'in.rev26', 'in.pat26'],
    wrong: ['19.7', '1,191.6'],
  },
  {
    text: 'Revenue fell 17.9% to ₹1,119.6 crore in FY2026.',
    cites: ['in.growth26', 'in.rev26'],
    wrong: ['17.9'],
  },
  {
    text: 'Operating cash flow of ₹124.9 crore paid for capex of ₹56.2 crore and left ₹68.7 crore of free cash flow in FY2026.',
    cites: ['in.ocf', 'in.capex', 'in.fcf'],
    wrong: [],
  },
  {
    text: 'Operating cash flow of ₹124.9 crore paid for capex of ₹65.2 crore and left ₹68.7 lakh of free cash flow in FY2026.',
    cites: ['in.ocf', 'in.capex', 'in.fcf'],
    wrong: ['65.2', '68.7'],
  },
  {
    text: 'At ₹246.95 the share costs 18.2x earnings and 4.3x book; peers cost 24.4x earnings.',
    cites: ['in.close', 'in.pe', 'in.pb', 'in.peers'],
    wrong: [],
  },
  {
    text: 'At ₹246.95 the share costs 4.8x earnings and 4.3x book; peers cost 26.4x earnings.',
    cites: ['in.close', 'in.pe', 'in.pb', 'in.peers'],
    wrong: ['4.8', '26.4'],
  },
  {
    text: 'EBITDA of ₹205.3 crore in FY2026 leads to guidance of a 17.5–18.5% margin and capex of ₹120–130 crore in FY2027.',
    cites: ['in.ebitda', 'in.guidemargin', 'in.guidecapex'],
    wrong: [],
  },
  {
    text: 'EBITDA of ₹253.0 crore in FY2026 leads to guidance of a 17.5–18.5% margin and capex of ₹120–130 crore in FY2027.',
    cites: ['in.ebitda', 'in.guidemargin', 'in.guidecapex'],
    wrong: ['253.0'],
  },
  {
    text: 'The company paid ₹0.75 a share in February 2026 and ₹0.80 a share in August 2026, ₹1.55 in all per share.',
    cites: ['in.div.feb', 'in.div.aug', 'in.divs'],
    wrong: [],
  },
  {
    text: 'The company paid ₹0.75 a share in March 2026 and ₹0.85 a share in August 2026, ₹1.55 in all per share.',
    cites: ['in.div.feb', 'in.div.aug', 'in.divs'],
    wrong: ['March 2026', '0.85'],
  },
  {
    text: 'Debt came down to ₹105 crore, or 0.18 times equity of ₹571 crore, while cash stood at ₹86.4 crore.',
    cites: ['in.debt26', 'in.de', 'in.equity', 'in.cash'],
    wrong: [],
  },
  {
    text: 'Debt came down to $105 crore, or 0.81 times equity of ₹571 crore, while cash stood at ₹86.4 crore.',
    cites: ['in.debt26', 'in.de', 'in.equity', 'in.cash'],
    wrong: ['105', '0.81'],
  },
  {
    text: 'Between the 52-week low of ₹189.35 and the high of ₹279.80, the close of ₹246.95 is nearer to the top.',
    cites: ['in.low', 'in.high', 'in.close'],
    wrong: [],
  },
  {
    text: 'Between the 52-week low of ₹189.35 and the high of ₹297.80, the close of ₹264.95 is nearer to the top.',
    cites: ['in.low', 'in.high', 'in.close'],
    wrong: ['297.80', '264.95'],
  },
  {
    text: 'The 50-day average is ₹251.40, the 200-day average ₹238.62, and the share, at ₹246.95, lies between them.',
    cites: ['in.sma50', 'in.sma200', 'in.close'],
    wrong: [],
  },
  {
    text: 'The 50-day average is ₹238.26, the 200-day average ₹251.04, and the share, at ₹246.95, lies between them.',
    cites: ['in.sma50', 'in.sma200', 'in.close'],
    wrong: ['238.26', '251.04'],
  },
  {
    text: 'EPS swung from a loss of ₹2.70 per share in FY2022 to earnings of ₹13.08 per share in FY2026.',
    cites: ['in.eps22', 'in.eps26'],
    wrong: [],
  },
  {
    text: 'EPS rose from a profit of ₹2.70 per share in FY2022 to ₹13.80 per share in FY2026.',
    cites: ['in.eps22', 'in.eps26'],
    wrong: ['2.70', '13.80'],
  },
  {
    text: 'The order book of ₹845.6 crore, 12 plants and 4,500 employees support guidance of 14% to 16%.',
    cites: ['in.orders', 'in.guide'],
    wrong: ['12', '4,500'],
  },
  {
    text: 'Quarterly revenue moved from ₹252.4 crore in Q1 FY2026 to ₹281 crore in Q3 FY2026 and ₹317.4 crore in Q4 FY2026.',
    cites: ['in.rev26q1', 'in.rev26q3', 'in.rev26q4'],
    wrong: [],
  },
  {
    text: 'Quarterly revenue moved from ₹254.2 crore in Q1 FY2026 to ₹281 crore in Q3 FY2026 and ₹314.7 crore in Q4 FY2026.',
    cites: ['in.rev26q1', 'in.rev26q3', 'in.rev26q4'],
    wrong: ['254.2', '314.7'],
  },
  {
    text: 'Revenue grew 17.9% in FY2026. Net margin was 11.7%. Return on equity was 32.0%.',
    cites: ['in.growth26', 'in.margin26', 'in.roe'],
    wrong: ['32.0'],
  },
  {
    text: 'Revenue grew 17.9% in FY2026. Net margin was 11.7%. Return on equity was 23.0%.',
    cites: ['in.growth26', 'in.margin26', 'in.roe'],
    wrong: [],
  },
  {
    text: 'The share gained 18.7% in a year and the Nifty 50 gained 6.2%, to 25,412.',
    cites: ['in.return', 'in.indexreturn', 'in.index'],
    wrong: [],
  },
  {
    text: 'The share gained 18.7% in a year and the Nifty 50 lost 6.2%, to 25,421.',
    cites: ['in.return', 'in.indexreturn', 'in.index'],
    wrong: ['6.2', '25,421'],
  },
  {
    text: 'Pumps (44.3%), valves (31.6%) and service (24.1%) make up FY2026 revenue of ₹1,119.6 crore.',
    cites: ['in.pumps', 'in.valves', 'in.service', 'in.rev26'],
    wrong: [],
  },
  {
    text: 'Pumps (43.4%), valves (31.6%) and service (24.1%) make up FY2026 revenue of ₹1,119.6 lakh.',
    cites: ['in.pumps', 'in.valves', 'in.service', 'in.rev26'],
    wrong: ['43.4', '1,119.6'],
  },

  {
    text: 'Fiscal 2026 revenue rose 17.7% to $1.18 billion, net income was $96.3 million, and diluted EPS was $1.19.',
    cites: ['us.growth26', 'us.rev26', 'us.net26', 'us.eps26'],
    wrong: [],
  },
  {
    text: 'Fiscal 2026 revenue rose 17.7% to $1.18 million, net income was $96.3 billion, and diluted EPS was $1.91.',
    cites: ['us.growth26', 'us.rev26', 'us.net26', 'us.eps26'],
    wrong: ['1.18', '96.3', '1.91'],
  },
  {
    text: 'A net loss of $41.6 million in fiscal 2024 became net income of $38.2 million in fiscal 2025.',
    cites: ['us.net24', 'us.net25'],
    wrong: [],
  },
  {
    text: 'Net income of $41.6 million in fiscal 2024 became a net loss of $38.2 million in fiscal 2025.',
    cites: ['us.net24', 'us.net25'],
    wrong: ['41.6', '38.2'],
  },
  {
    text: 'Operations brought in $196.7 million, capex took $52.8 million, and free cash flow was $143.9 million in FY2026.',
    cites: ['us.ocf', 'us.capex', 'us.fcf26'],
    wrong: [],
  },
  {
    text: 'Operations brought in $169.7 million, capex took $52.8 million, and free cash flow was $149.3 million in FY2026.',
    cites: ['us.ocf', 'us.capex', 'us.fcf26'],
    wrong: ['169.7', '149.3'],
  },
  {
    text: 'Cash of $212.6 million stands against debt of $465 million, 0.62 times equity.',
    cites: ['us.cash', 'us.debt', 'us.de'],
    wrong: [],
  },
  {
    text: 'Cash of $212.6 million stands against debt of $46.5 million, 0.26 times equity.',
    cites: ['us.cash', 'us.debt', 'us.de'],
    wrong: ['46.5', '0.26'],
  },
  {
    text: 'At $47.62, the stock is below its 50-day average of $49.17 and its 200-day average of $53.88.',
    cites: ['us.close', 'us.sma50', 'us.sma200'],
    wrong: [],
  },
  {
    text: 'At $47.62, the stock is below its 50-day average of $47.19 and its 200-day average of $58.38.',
    cites: ['us.close', 'us.sma50', 'us.sma200'],
    wrong: ['47.19', '58.38'],
  },
  {
    text: 'The stock is down 21.4% in a year, between a high of $71.40 and a low of $44.15.',
    cites: ['us.return', 'us.high', 'us.low'],
    wrong: [],
  },
  {
    text: 'The stock is up 21.4% in a year, between a high of $74.10 and a low of $44.15.',
    cites: ['us.return', 'us.high', 'us.low'],
    wrong: ['21.4', '74.10'],
  },
  {
    text: 'Q2 FY2027 revenue was $309.8 million, down 2.4%; for Q3 FY2027 the company expects $326–332 million.',
    cites: ['us.rev27q2', 'us.growth27q2', 'us.guide'],
    wrong: [],
  },
  {
    text: 'Q2 FY2027 revenue was $301.2 million, down 4.2%; for Q3 FY2027 the company expects $326–332 million.',
    cites: ['us.rev27q1', 'us.rev27q2', 'us.growth27q2', 'us.guide'],
    wrong: ['301.2', '4.2'],
  },
  {
    text: 'After a 3-for-1 split on June 16, 2025 there are 80.25 million shares, and each got a dividend of $0.12 per share.',
    cites: ['us.split', 'us.shares', 'us.div'],
    wrong: [],
  },
  {
    text: 'After a 2-for-1 split on June 16, 2026 there are 80.25 million shares, and each got a dividend of $0.21 per share.',
    cites: ['us.split', 'us.shares', 'us.div'],
    wrong: ['2-for-1', 'June 16, 2026', '0.21'],
  },
  {
    text: 'Revenue grew from $742 million in FY2022 to $1,182 million in FY2026, which is 12.4% a year; TTM revenue is $1.21 billion.',
    cites: ['us.rev22', 'us.rev26', 'us.cagr', 'us.rev.ttm'],
    wrong: [],
  },
  {
    text: 'Revenue grew from $724 million in FY2022 to $1,182 million in FY2026, which is 12.4% a year; TTM revenue is $1.22 billion.',
    cites: ['us.rev22', 'us.rev26', 'us.cagr', 'us.rev.ttm'],
    wrong: ['724', '1.22'],
  },
  {
    text: 'Net income over the last twelve months was $101.8 million, more than the $96.3 million of FY2026 and the $38.2 million of FY2025.',
    cites: ['us.net.ttm', 'us.net26', 'us.net25'],
    wrong: [],
  },
  {
    text: 'Net income over the last twelve months was $108.1 million, more than the $96.3 million of FY2026 and the $38.2 million of FY2024.',
    cites: ['us.net.ttm', 'us.net26', 'us.net25'],
    wrong: ['108.1', '38.2'],
  },
  {
    text: 'Profit of ₹60.2 crore in FY2023 became ₹131.3 crore in FY2026, a rise of 29.7% a year.',
    cites: ['in.pat23', 'in.pat26', 'in.patcagr'],
    wrong: [],
  },
  {
    text: 'EPS was $0.47 in fiscal 2025 and $1.19 in fiscal 2026, 3.5 times as much.',
    cites: ['us.eps25', 'us.eps26'],
    wrong: ['3.5'],
  },
];
