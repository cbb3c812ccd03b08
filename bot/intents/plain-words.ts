import { stem } from './stems.ts';

const stems = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/).map(stem));

/** Words that carry a question along and say nothing of what it is about. */
export const FILLERS = stems(`
  a about after again all also am an and any anything are as at be been being both but by can could current currently
  did do does doing done each either else every for from get give go going good got had has have having he hello here hey hi
  how i if in into is it its just know let like look many may me mine more most much must my need not now of off on
  one only or our out over own per please put really right say see set shall she should show so some something send
  tell than thank thanks that the their them then there these they thing things this those till to too total until us use using very want was way we well were what when where which while who whom whose why will with would yet you
  your munim list display view check find exactly around me lot money rupees rs inr amount full
  currently kindly dear sir bro bhai having been total really actually quick short quickly
`);

/** Words that go with almost everything: they count little, wherever they stand. */
export const COMMON = stems(
  'portfolio account share fund investment value time next recent time day name number last latest up date now',
);

/** Everyday words that are nobody's slip for a word of ours. */
export const ORDINARY = stems(`
  love live life like joke song poem write read weather water money monkey laptop phone movie music food hotel house home
  train flight cricket match game news capital country city france india delhi mumbai password secret people friend mother
  father child school office work sleep drink hello morning night evening lunch dinner party doctor health hospital
  thing world word letter story picture colour black white green blue friend happy sorry great nice cool bad better
  book table chair door window street road bike ship plane beach mountain river restaurant recommend meaning
  price point place state stage store start story still stand order older other mother motor
`);

/** Words with one meaning: the first word of each row replaces the others. */
const SYNONYM_GROUPS: readonly string[] = [
  'chart graph plot draw drawing picture pie diagram visual',
  'gain profit return earn earning make pnl',
  'loss lose',
  'performance perform performer',
  'share stock scrip',
  'hold holding own owned possess',
  'fall drop decline drag red crash sink tank dip slide tumble',
  'rise climb jump rally surge soar increase green',
  'worst poorest weakest bad laggard',
  'best strongest star',
  'dividend payout dividends',
  'transaction entry',
  'trade trading traded',
  'remove delete erase drop-off',
  'transfer move',
  'loan liability liabilities owe emi mortgage',
  'allocation allocated split-up breakup breakdown distribution mix',
  'diversified diversification diversify',
  'risk risky riskiness',
  'volatility volatile',
  'connection connected connect link linked',
  'broker brokerage demat',
  'approve approval approved',
  'pending waiting wait awaiting',
  'pause stop halt freeze',
  'resume restart continue unpause',
  'reject decline-it refuse rejected deny',
  'undo revert reverse rollback',
  'record add enter log insert',
  'sync refresh synchronise synchronize update',
  'upcoming due ahead forthcoming scheduled',
  'alert notify reminder remind',
  'reply answer response message replies',
  'detailed detail longer',
  'compact shorter brief concise',
  'annual yearly annualised annualized',
  'monthly',
  'blocked block prevented',
  'compare comparison versus against benchmark relative',
  'beat beating outperform outperforming outperformed better',
  'news headline headlines',
  'watch watching track-it follow following',
  'watchlist watchlists',
  'below under',
  'above',
  'currency currencies forex fx',
  'dollar dollars usd',
  'bond bonds debenture debentures ncd',
  'mature matures maturity',
  'option options fno derivatives',
  'strategy strategies',
  'policy policies bot bots algo algos',
  'goal goals target-goal',
  'tax taxes taxation',
  'commands command menu',
  'price nav quote ltp rate-now',
];

const SAME_AS: ReadonlyMap<string, string> = new Map(
  SYNONYM_GROUPS.flatMap((row) => {
    const [first = '', ...others] = row.split(' ').map(stem);
    return others.map((one): [string, string] => [one, first]);
  }),
);

/** What a stem counts as. */
export const conceptOf = (of: string): string => SAME_AS.get(of) ?? of;

/** Every word that stands for another, as people type it. */
export const SYNONYMS: readonly string[] = SYNONYM_GROUPS.flatMap((row) => row.split(' '));
