import type { CorpusRow } from './facts.ts';

/** Two ends of one guidance, or two figures of their own; unit, scale and currency may stand at one end only. */
export const RANGES: readonly CorpusRow[] = [
  { text: 'Management guides to revenue growth of 14% to 16% in FY2027.', cites: ['in.guide'], wrong: [] },
  { text: 'Management guides to revenue growth of 14–16% in FY2027.', cites: ['in.guide'], wrong: [] },
  { text: 'Management guides to revenue growth of 14-16% in FY2027.', cites: ['in.guide'], wrong: [] },
  { text: 'Management guides to revenue growth of 14 to 16 per cent.', cites: ['in.guide'], wrong: [] },
  { text: 'Management guides to revenue growth of between 14% and 16%.', cites: ['in.guide'], wrong: [] },
  {
    text: 'Management guides to revenue growth of 1,400 to 1,600 basis points.',
    cites: ['in.guide'],
    wrong: [],
  },
  // One end is told right, the other not.
  {
    text: 'Management guides to revenue growth of 14% to 17% in FY2027.',
    cites: ['in.guide'],
    wrong: ['17'],
  },
  { text: 'Management guides to revenue growth of 14–61% in FY2027.', cites: ['in.guide'], wrong: ['61'] },
  {
    text: 'Management guides to revenue growth of 12% to 13% in FY2027.',
    cites: ['in.guide'],
    wrong: ['12', '13'],
  },
  { text: 'Management guides to revenue growth of 24–26%.', cites: ['in.guide'], wrong: ['24', '26'] },
  { text: 'Management guides to revenue growth of 14–16 bps.', cites: ['in.guide'], wrong: ['14', '16'] },
  {
    text: 'Management guides to revenue growth of ₹14 crore to ₹16 crore.',
    cites: ['in.guide'],
    wrong: ['14', '16'],
  },
  // The middle of a range was said by nobody.
  { text: 'Management guides to revenue growth of 15% in FY2027.', cites: ['in.guide'], wrong: ['15'] },
  { text: 'Capex of ₹120 crore to ₹130 crore is planned for FY2027.', cites: ['in.guidecapex'], wrong: [] },
  { text: 'Capex of ₹120–130 crore is planned for FY2027.', cites: ['in.guidecapex'], wrong: [] },
  { text: 'Capex of Rs. 120-130 cr is planned for FY2027.', cites: ['in.guidecapex'], wrong: [] },
  { text: 'Capex of between ₹120 crore and ₹130 crore is planned.', cites: ['in.guidecapex'], wrong: [] },
  { text: 'Capex of ₹1.2–1.3 billion is planned for FY2027.', cites: ['in.guidecapex'], wrong: [] },
  { text: 'Capex of ₹120–130 lakh is planned for FY2027.', cites: ['in.guidecapex'], wrong: ['120', '130'] },
  { text: 'Capex of $120–130 crore is planned for FY2027.', cites: ['in.guidecapex'], wrong: ['120', '130'] },
  {
    text: 'Capex of ₹12 crore to ₹13 crore is planned for FY2027.',
    cites: ['in.guidecapex'],
    wrong: ['12', '13'],
  },
  {
    text: 'Capex of ₹120 crore to ₹150 crore is planned for FY2027.',
    cites: ['in.guidecapex'],
    wrong: ['150'],
  },
  { text: 'An EBITDA margin of 17.5–18.5% is the goal.', cites: ['in.guidemargin'], wrong: [] },
  { text: 'An EBITDA margin of 17.5 to 18.5 percent is the goal.', cites: ['in.guidemargin'], wrong: [] },
  { text: 'An EBITDA margin of 19–20% is the goal.', cites: ['in.guidemargin'], wrong: ['19', '20'] },
  {
    text: 'An EBITDA margin of 17.5x to 18.5x is the goal.',
    cites: ['in.guidemargin'],
    wrong: ['17.5', '18.5'],
  },
  // Each end a figure of its own.
  {
    text: 'Over 52 weeks the share moved between ₹189.35 and ₹279.80.',
    cites: ['in.low', 'in.high'],
    wrong: [],
  },
  {
    text: 'Over 52 weeks the share moved between ₹189.35 and ₹297.80.',
    cites: ['in.low', 'in.high'],
    wrong: ['297.80'],
  },
  { text: 'The 52-week range is ₹189.35–279.80 per share.', cites: ['in.low', 'in.high'], wrong: [] },
  { text: 'Peers trade on 22.2 to 34.1 times earnings.', cites: ['in.nilmot', 'in.decpump'], wrong: [] },
  { text: 'Peers trade on 22.2x–34.1x earnings.', cites: ['in.nilmot', 'in.decpump'], wrong: [] },
  {
    text: 'Peers trade on 12.2 to 34.1 times earnings.',
    cites: ['in.nilmot', 'in.decpump'],
    wrong: ['12.2'],
  },
  {
    text: 'Growth was between 15.9% and 17.9% in FY2025 and FY2026.',
    cites: ['in.growth25', 'in.growth26'],
    wrong: [],
  },
  {
    text: 'Growth was between 15.9% and 19.7% in FY2025 and FY2026.',
    cites: ['in.growth25', 'in.growth26'],
    wrong: ['19.7'],
  },

  { text: 'Cobalt Ridge expects revenue of $326-332 million in Q3 FY2027.', cites: ['us.guide'], wrong: [] },
  { text: 'Cobalt Ridge expects revenue of $326 million to $332 million.', cites: ['us.guide'], wrong: [] },
  { text: 'Cobalt Ridge expects revenue of $326–$332 million.', cites: ['us.guide'], wrong: [] },
  { text: 'Cobalt Ridge expects revenue between $326m and $332m.', cites: ['us.guide'], wrong: [] },
  { text: 'Cobalt Ridge expects revenue of $326-332 billion.', cites: ['us.guide'], wrong: ['326', '332'] },
  { text: 'Cobalt Ridge expects revenue of ₹326–332 million.', cites: ['us.guide'], wrong: ['326', '332'] },
  { text: 'Cobalt Ridge expects revenue of $326–$342 million.', cites: ['us.guide'], wrong: ['342'] },
  {
    text: 'Cobalt Ridge expects revenue of $336 million to $342 million.',
    cites: ['us.guide'],
    wrong: ['336', '342'],
  },
  { text: 'Diluted EPS of $2.10 to $2.25 is expected for FY2027.', cites: ['us.guideeps'], wrong: [] },
  { text: 'Diluted earnings of $2.10–2.25 per share are expected.', cites: ['us.guideeps'], wrong: [] },
  { text: 'Diluted EPS of $2.10 to $2.52 is expected for FY2027.', cites: ['us.guideeps'], wrong: ['2.52'] },
  {
    text: 'Diluted EPS of $21.0 to $22.5 is expected for FY2027.',
    cites: ['us.guideeps'],
    wrong: ['21.0', '22.5'],
  },
];
