/** What the words around a number say of its sign. */
export interface Direction {
  /** A verb or noun of change that belongs to the number itself: "fell 5%", "a 5% rise". */
  change: 'UP' | 'DOWN' | null;
  /** Such a word governs an amount of money, which is then a difference and no level: "fell by ₹105 crore". */
  isDifference: boolean;
  /** A word of result nearest before it, or right after it: "a loss of ₹27 crore", "₹27 crore of profit". */
  result: 'GAIN' | 'LOSS' | null;
}

const DOWN = String.raw`fell|fallen|falls?|falling|down|declin(?:e|ed|es|ing)|decreas(?:e|ed|es|ing)|drop(?:s|ped|ping)?|slip(?:s|ped|ping)?|slid(?:es?|ing)?|shr[aiu]nk(?:s|ing)?|contract(?:ed|s|ing|ion)|los(?:t|es?|ing)|lower|reduc(?:e|ed|es|ing|tion)|cut|plung(?:e|ed|es|ing)|tumbl(?:e|ed|es|ing)|eas(?:ed|es|ing)|weaken(?:ed|s|ing)|dip(?:s|ped)?|slump(?:s|ed)?|sank|sunk|retreat(?:ed|s)?|underperform(?:ed|s|ing)?|degrowth|de-growth|negative`;
const UP = String.raw`rose|risen|ris(?:e|es|ing)|(?<!\bm(?:ade|ake|akes|aking) )up|grew|grown|grows?|growing|growth|increas(?:e|ed|es|ing)|gain(?:s|ed|ing)?|climb(?:s|ed|ing)?|advanc(?:e|ed|es|ing)|jump(?:s|ed|ing)?|surg(?:e|ed|es|ing)|expand(?:s|ed|ing)|expansion|higher|add(?:s|ed|ing)|improv(?:e|ed|es|ing|ement)|soar(?:s|ed)?|rall(?:y|ied|ies)|return(?:s|ed|ing)?(?! on\b)|compound(?:s|ed|ing)?|upside|outperform(?:ed|s)?|positive|CAGR`;
const LOSS = String.raw`loss(?:es)?|losing|lost|deficit|outflows?|burn(?:ed|t|ing)?|used|consumed|in the red|negative|red ink|shortfall|absorbed`;
const GAIN = String.raw`profits?|earned|earnings|surplus|inflows?|net income|made|makes|generated|in the black|positive|profitable`;

/** Words that may stand between a verb and its number. */
const FILLER = String.raw`(?:\s+(?:by|of|a|an|another|some|about|around|roughly|nearly|almost|over|under|only|just|further|more|less|than|approximately|at|least|sharp|sharply|modest|modestly|steep|strong|strongly|healthy|robust|mere|year-on-year|yoy|annual|annually|one-year|1-year|cumulative|total|another|as much as|\ue000+)){0,5}\s*[~(]*(?:₹|Rs\.?|\$|US\$|INR|USD)?[-+]?\s*$`;
const BEFORE = new RegExp(String.raw`\b(?:(${DOWN})|(${UP}))(?:,)?${FILLER}`, 'i');
const DIFFERENCE =
  /\b(?:(?:fell|fallen|falls|falling|declined|declines|decreased|dropped|drops|slipped|shrank|contracted|rose|risen|rises|rising|grew|grown|grows|increased|increases|climbed|jumped|surged|expanded|improved|up|down|lower|higher)(?: by)?|by)\s+(?:about |around |nearly |almost |over |more than |another |some |only |just )?[(~]?(?:₹|Rs\.?|\$|US\$|INR|USD)?\s*$/i;
/** "growth was 5%", "a return of 5%", "growth rate of 5%" */
const NOUN_BEFORE = new RegExp(
  String.raw`\b(?:(decline|decrease|drop|fall|contraction|reduction|degrowth|slide|dip|slump)|(growth|increase|rise|gain|CAGR|returns?(?! on\b)|expansion|improvement))\b(?:[^.;,]{0,40}?)\b(?:was|is|of|at|came in at|stood at|reached|to be|works out at|works out to)${FILLER}`,
  'i',
);
const AFTER = new RegExp(
  String.raw`^(?:[\s-](?:year-on-year|yoy|y-o-y|annual|annualised|annualized|one-year|net|operating|price|share-price|revenue|sales|sharp|net-income|profit|earnings|a year|per year|per annum|compound|compounded|\ue000+))*[\s-](?:(${DOWN})|(${UP}))\b(?! (?:to|from|at)\b)`,
  'i',
);
const RESULT = new RegExp(String.raw`\b(?:(${LOSS})|(${GAIN}))\b`, 'gi');
const RESULT_AFTER = new RegExp(
  String.raw`^(?:[\s-](?:of|in|as|net|operating|after-tax|annual|quarterly|a|cash|\ue000+))*[\s-](?:(loss(?:es)?|deficit|outflows?|shortfall|red ink)|(profits?|surplus|inflows?))\b`,
  'i',
);
const CLAUSE =
  /[;:]|\s-\s|\u2014|,\s(?:but|while|and|whereas|although|though|from|after|versus|against|compared)\b|\b(?:but|while|whereas|versus|against|compared (?:with|to)|up from|down from|from)\b/gi;

/** The direction that words give to the number between `before` and `after`, both of its own sentence. */
export function directionOf(before: string, after: string): Direction {
  const clause = lastClause(before);
  const change = sideOf(BEFORE.exec(clause)) ?? sideOf(NOUN_BEFORE.exec(clause)) ?? sideOf(AFTER.exec(after));
  const behind = RESULT_AFTER.exec(after);
  const nearest = [...clause.matchAll(RESULT)].at(-1);
  const result = behind ?? nearest ?? null;
  return {
    isDifference: DIFFERENCE.test(clause),
    change: change === null ? null : change === 1 ? 'DOWN' : 'UP',
    result: result === null ? null : result[1] === undefined ? 'GAIN' : 'LOSS',
  };
}

function lastClause(text: string): string {
  const cut = [...text.matchAll(CLAUSE)].at(-1);
  return cut === undefined ? text : text.slice(cut.index + (/^[;:,]/.test(cut[0]) ? 1 : 0));
}

const sideOf = (found: RegExpExecArray | null): 1 | 2 | null =>
  found === null ? null : found[1] === undefined ? 2 : 1;
