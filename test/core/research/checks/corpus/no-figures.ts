import type { CorpusRow } from './facts.ts';

/** Digits that are names, labels and windows of time, beside digits that look like them and are claims. */
export const NO_FIGURES: readonly CorpusRow[] = [
  { text: 'The stock is not part of the Nifty 50.', cites: ['in.return'], wrong: [] },
  { text: 'The company runs 50 depots across the country.', cites: ['in.rev26'], wrong: ['50'] },
  { text: 'Vaigai Flow joined the BSE 500 and hopes for more.', cites: ['in.mcap'], wrong: [] },
  { text: 'Vaigai Flow serves 500 dealers and hopes for more.', cites: ['in.mcap'], wrong: ['500'] },
  { text: 'Cobalt Ridge lags the S&P 500.', cites: ['us.return'], wrong: [] },
  { text: 'Cobalt Ridge serves 500 of the largest banks.', cites: ['us.rev26'], wrong: ['500'] },
  { text: 'The Nifty 50 closed at 25,412.35.', cites: ['in.index'], wrong: [] },
  { text: 'The Nifty 50 closed at 24,512.35.', cites: ['in.index'], wrong: ['24,512.35'] },
  { text: 'The Nifty 50 closed at ₹25,412.35 crore.', cites: ['in.index'], wrong: ['25,412.35'] },
  { text: 'Its Form 10-K describes the risks at length.', cites: ['us.rev26'], wrong: [] },
  { text: 'An 8-K followed the results.', cites: ['us.rev26'], wrong: [] },
  { text: 'Some 10,000 customers renewed their contracts.', cites: ['us.rev26'], wrong: ['10,000'] },
  { text: 'Under Ind AS 115, revenue is recognised on delivery.', cites: ['in.rev26'], wrong: [] },
  { text: 'Leases are booked as Ind AS 116 asks.', cites: ['in.debt26'], wrong: [] },
  { text: 'Under 115 contracts, revenue is recognised on delivery.', cites: ['in.rev26'], wrong: ['115'] },
  { text: 'Every plant has an ISO 9001 certificate.', cites: ['in.rev26'], wrong: [] },
  { text: 'The 9 plants all have a certificate.', cites: ['in.rev26'], wrong: ['9'] },
  { text: 'Section 80C has no bearing on the company.', cites: ['in.pat26'], wrong: [] },
  { text: 'Demand came back after COVID-19.', cites: ['in.rev23'], wrong: [] },
  { text: 'Demand came back after 19 weak months.', cites: ['in.rev23'], wrong: ['19'] },
  { text: 'Article 5 of the bylaws limits its borrowing.', cites: ['in.debt26'], wrong: [] },
  { text: 'The 5 largest lenders limit its borrowing.', cites: ['in.debt26'], wrong: ['5'] },
  { text: '1. Revenue grew 17.9% in FY2026.', cites: ['in.growth26'], wrong: [] },
  { text: '2) Debt fell to ₹105 crore.', cites: ['in.debt26'], wrong: [] },
  { text: '1. Revenue grew 19.7% in FY2026.', cites: ['in.growth26'], wrong: ['19.7'] },
  { text: 'Unlike 3MINDIA, the share has been split.', cites: ['in.split'], wrong: [] },
  { text: 'Service crews are on call 24/7.', cites: ['in.service'], wrong: [] },
  { text: 'Service crews sit in 24 cities.', cites: ['in.service'], wrong: ['24'] },
  { text: 'The fact revenue.consolidated.fy2026 says ₹1,119.6 crore.', cites: ['in.rev26'], wrong: [] },
  {
    text: 'The fact revenue.consolidated.fy2026 says ₹1,191.6 crore.',
    cites: ['in.rev26'],
    wrong: ['1,191.6'],
  },

  { text: 'The stock left the Russell 2000 and is not in the Nasdaq-100.', cites: ['us.mcap'], wrong: [] },
  {
    text: 'IFRS 16 does not apply; Regulation 30 of the listing rules does.',
    cites: ['in.rev26'],
    wrong: [],
  },
  { text: 'Version 4.2 of its software shipped to the first clients.', cites: ['us.cloud'], wrong: [] },
  { text: 'Its software shipped to 420 clients.', cites: ['us.cloud'], wrong: ['420'] },

  // Ordinals.
  { text: 'It was the 4th year of growth for the 1st of its plants.', cites: ['in.growth26'], wrong: [] },
  { text: 'It was the fourth year of growth and the 2nd record.', cites: ['in.growth26'], wrong: [] },
  { text: 'Its 3rd plant opened, with 240 machines.', cites: ['in.capex'], wrong: ['240'] },
  // A rank is a claim, and not an ordinal.
  { text: 'Vaigai Flow is among the top 3 makers of pumps.', cites: ['in.rev26'], wrong: ['3'] },
  { text: 'Vaigai Flow sells to 7 of 10 water boards.', cites: ['in.rev26'], wrong: ['7', '10'] },

  // Windows of time that everybody uses, and others.
  {
    text: 'The 52-week high is behind it, and the 200-day average below it.',
    cites: ['in.high', 'in.sma200'],
    wrong: [],
  },
  { text: 'The 50-day average stands above the close.', cites: ['in.sma50', 'in.close'], wrong: [] },
  { text: 'The 45-day credit period is usual.', cites: ['in.rev26'], wrong: ['45'] },
  { text: 'Over the past five years and the past 12 months, sales grew.', cites: ['in.cagr'], wrong: [] },
  { text: 'Over the past 17 years, sales grew.', cites: ['in.cagr'], wrong: ['17'] },
  { text: 'The one-year return is 18.7%, and the 10-year view is open.', cites: ['in.return'], wrong: [] },
  {
    text: 'The one-year return is 17.8%, and the 10-year view is open.',
    cites: ['in.return'],
    wrong: ['17.8'],
  },
  { text: 'Within 24 months the new line should be full.', cites: ['in.capex'], wrong: [] },
  { text: 'Within 27 months the new line should be full.', cites: ['in.capex'], wrong: ['27'] },
  { text: 'Two quarters of weak orders followed, over 90 days each.', cites: ['in.orders'], wrong: [] },
  { text: 'The plant stood still for 11 days.', cites: ['in.rev26'], wrong: ['11'] },

  // Claims that nobody cited.
  { text: 'The company has 12 plants.', cites: ['in.rev26'], wrong: ['12'] },
  { text: 'The company has 4,500 employees.', cites: ['in.rev26'], wrong: ['4,500'] },
  { text: 'The company sells in 30 countries.', cites: ['in.rev26'], wrong: ['30'] },
  { text: 'Capacity is 60,000 pumps a year.', cites: ['in.rev26'], wrong: ['60,000'] },
  { text: 'Cobalt Ridge has 8,200 customers, in 41 countries.', cites: ['us.rev26'], wrong: ['8,200', '41'] },
  { text: 'Cobalt Ridge lists on Nasdaq and reports by Form 10-Q.', cites: ['us.rev27q2'], wrong: [] },
  { text: 'Q1, H1 and 9M results are unaudited.', cites: ['in.rev26m9'], wrong: [] },
  { text: 'Three plants and two depots carry the whole business.', cites: ['in.rev26'], wrong: [] },
];
