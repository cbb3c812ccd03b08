import type { Fact } from '../port/index.ts';
import type { NameCheck } from './company-names.ts';
import { createNumberCheck, sentencesOf } from '../checks/index.ts';
import { isEnglish, plainProse } from './prose.ts';

/** What was taken out of a model's words before anybody reads them. */
export interface Struck {
  /** Where it stood, such as BULL_CASE.statements.2. */
  path: string;
  code:
    | 'UNSUPPORTED_NUMBER'
    | 'UNKNOWN_FACT'
    | 'UNKNOWN_SOURCE'
    | 'UNKNOWN_CLAIM'
    | 'UNKNOWN_PEER'
    | 'UNKNOWN_COMPANY'
    | 'OTHER_LANGUAGE'
    | 'EMPTY';
  /** For people. */
  detail: string;
}

/**
 * What may be shown of a model's words: plain text, in English, without the sentences that print a number which none of the
 * cited facts has (research/Evidence, claims and facts 2), or name a company that no evidence names.
 * @returns the words; null where none are left
 */
export function supportedProse(
  text: string,
  {
    facts,
    asOf,
    path,
    names,
    check = createNumberCheck(facts, asOf),
  }: {
    facts: readonly Fact[];
    asOf: string;
    path: string;
    names: NameCheck;
    /** Of these facts; made once where several texts are held against many of them. */
    check?: ReturnType<typeof createNumberCheck>;
  },
): { text: string | null; struck: Struck[] } {
  const whole = plainProse(text);
  if (whole === '') return { text: null, struck: [{ path, code: 'EMPTY', detail: 'It was empty.' }] };
  if (!isEnglish(whole))
    return {
      text: null,
      struck: [{ path, code: 'OTHER_LANGUAGE', detail: 'It was not written in English.' }],
    };
  const struck: Struck[] = [];
  const kept = sentencesOf(whole).flatMap(({ start, end }) => {
    const sentence = whole.slice(start, end).trim();
    const wrong = check(sentence).filter(({ status }) => status === 'UNSUPPORTED');
    const [stranger] = names(sentence);
    if (wrong.length === 0 && stranger === undefined) return sentence === '' ? [] : [sentence];
    if (wrong.length === 0) {
      struck.push({
        path,
        code: 'UNKNOWN_COMPANY',
        detail: `A sentence was removed because it names ${stranger?.slice(0, 80)}, which does not appear in the evidence of this run.`,
      });
      return [];
    }
    const numbers = wrong.map(({ printed }) => printed).join(', ');
    struck.push({
      path,
      code: 'UNSUPPORTED_NUMBER',
      detail: `A sentence was removed because it gives ${numbers}. ${wrong[0]?.why ?? ''}`.trim(),
    });
    return [];
  });
  return { text: kept.length === 0 ? null : kept.join(' '), struck };
}
