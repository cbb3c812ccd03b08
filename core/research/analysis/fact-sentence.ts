import { dayInWords } from '../../platform/index.ts';
import { type Fact, figureWords, METRICS } from '../port/index.ts';

const QUARTERS: Readonly<Record<string, string>> = { H1: 'the first half of', M9: 'nine months of' };

/** Of what time a fact is, for reading: `in FY2026`, `on 30 Sep 2026`, `over twelve months to 30 Jun 2026`. */
export function timeWords({ metric, period: { key, end } }: Pick<Fact, 'metric' | 'period'>): string {
  const isFlow = METRICS[metric].kind === 'FLOW';
  const on = dayInWords(end);
  if (!isFlow) return `on ${on}`;
  if (key === 'TTM') return `over twelve months to ${on}`;
  const span = /^FY(\d{4})-FY(\d{4})$/.exec(key);
  if (span !== null) return `from FY${span[1] ?? ''} to FY${span[2] ?? ''}`;
  const part = /^FY(\d{4})(Q[1-4]|H1|M9)?$/.exec(key);
  if (part === null) return `in the time to ${on}`;
  const [, year = '', name] = part;
  if (name === undefined) return `in FY${year}`;
  return name.startsWith('Q') ? `in ${name} FY${year}` : `in ${QUARTERS[name] ?? name} FY${year}`;
}

/** Whose figure it is, where it is not the company's as a whole. */
function whose({ scope, scope_detail }: Fact): string {
  if (scope === 'standalone') return ', standalone,';
  return scope_detail === null ? '' : ` of ${scope_detail}`;
}

/** A fact as a sentence, without a model: `Revenue from operations in FY2026: ₹1,120 crore.` */
export function factSentence(fact: Fact): string {
  return `${METRICS[fact.metric].title}${whose(fact)} ${timeWords(fact)}: ${figureWords(fact)}.`;
}
