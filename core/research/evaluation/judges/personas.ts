import type { Chain } from '../../../llm/index.ts';
import { FEWEST_JUDGES } from '../verdict/index.ts';

/** From which side a judge looks. The rubric is the same for all. */
export interface Persona {
  id: string;
  words: string;
}

export const PERSONAS = [
  {
    id: 'auditor',
    words:
      'You are an auditor. You take nothing on trust: you compare every statement with the figures and the evidence that the report itself gives for it.',
  },
  {
    id: 'investor',
    words:
      'You are a private investor who must decide what to do with a holding. You ask whether the report tells you what you need, and whether its advice follows from what it says.',
  },
  {
    id: 'sceptic',
    words:
      'You are a sceptical manager of risk. You look for what is left out, for confidence that nothing supports, and for risks that are named without saying what would show them.',
  },
] as const satisfies readonly Persona[];

/** Whoever recorded an answer, of whom nothing is known. */
export const READER: Persona = {
  id: 'reader',
  words: 'You are an experienced reader of research about shares.',
};

/** A judge who is asked: one provider, looking from one side. */
export interface Seat {
  /** Such as `auditor/provider_a/llama3.3`. */
  judge: string;
  persona: Persona;
  chain: Chain;
}

/**
 * The judges of the providers that can be asked: each provider is one judge, and where there are fewer than three, the
 * providers take turns until there are three, each time from another side. The views of one model are less independent than
 * those of three: with one provider a verdict says less, and its judges say which they are.
 * @param chains of one provider each
 */
export function seatsOf(chains: readonly Chain[]): Seat[] {
  if (chains.length === 0) return [];
  return Array.from({ length: Math.max(FEWEST_JUDGES, chains.length) }, (_, nr) => {
    const persona = PERSONAS[nr % PERSONAS.length]!;
    const chain = chains[nr % chains.length]!;
    const { id, model } = chain.providers[0]!;
    return { judge: [persona.id, id, ...(model === null ? [] : [model])].join('/'), persona, chain };
  });
}
