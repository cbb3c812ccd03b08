import assert from 'node:assert/strict';
import { COMMANDS } from '../../../bot/catalogue.ts';
import { commandNamed, namesOf } from '../../../bot/command.ts';
import {
  createVocabulary,
  type Intent,
  matchIntent,
  matchResearched,
  matchUnresearched,
  mayBeResearched,
  type Unresearched,
  WORDS,
} from '../../../bot/intents/index.ts';
import { compile, type Phrase } from '../../../bot/intents/phrases.ts';
import { HELD_OUT } from './held-out.ts';
import { type Expected, QUESTIONS } from './questions.ts';
import { RESEARCHED, WORLD } from './world.ts';

const VOCABULARY = createVocabulary(WORLD);
/** Share of the questions that have to be right. */
const RIGHT = 0.95;

const line = ({ command, args }: { command: string; args: readonly string[] }) =>
  [`/${command}`, ...args].join(' ');

/** What came of a question, in the form in which the list has it; two that are offered have no order. */
function told(intent: Intent | Unresearched): string {
  if (intent.kind === 'none' || intent.kind === 'unresearched') return intent.kind;
  return intent.kind === 'command' ? line(intent) : intent.of.map(line).toSorted().join(' or ');
}

/** As the chat asks: companies with research where nothing else was meant. */
function understood(text: string): Intent | Unresearched {
  const intent = matchIntent(text, VOCABULARY);
  if (!mayBeResearched(intent)) return intent;
  return matchResearched(text, WORLD, RESEARCHED) ?? matchUnresearched(text, WORLD) ?? intent;
}

function wanted(expected: Expected): string {
  if (expected === null) return 'none';
  return typeof expected === 'string' ? expected : [...expected].toSorted().join(' or ');
}

const missed = QUESTIONS.map(({ text, expected }) => ({
  text,
  got: told(understood(text)),
  want: wanted(expected),
})).filter(({ got, want }) => got !== want);

function atLeast(count: number, wrong: typeof missed): void {
  const share = 1 - wrong.length / count;
  const rows = wrong.map(({ text, got, want }) => `${text}: ${got}, not ${want}`);
  assert.ok(share >= RIGHT, `${(100 * share).toFixed(1)}% right\n${rows.join('\n')}`);
}

describe('contract/Chat: words without a slash', () => {
  it('the list is long enough, has each question once, and a third of it is held out', () => {
    const texts = QUESTIONS.map(({ text }) => text);
    assert.ok(texts.length >= 220);
    assert.equal(new Set(texts).size, texts.length);
    assert.ok([...HELD_OUT].every((text) => texts.includes(text)));
    assert.equal(HELD_OUT.size, Math.floor(texts.length / 3));
  });

  it('every expected command exists', () => {
    for (const { expected } of QUESTIONS) {
      const expectedLines = expected === null ? [] : typeof expected === 'string' ? [expected] : expected;
      for (const one of expectedLines)
        assert.ok(commandNamed(COMMANDS, one.slice(1).split(' ')[0] ?? '') !== undefined, one);
    }
  });

  it('at least 95 % of all questions are understood as the list says', () => {
    atLeast(QUESTIONS.length, missed);
  });

  it('at least 95 % of the questions that were held out, too', () => {
    atLeast(
      HELD_OUT.size,
      missed.filter(({ text }) => HELD_OUT.has(text)),
    );
  });
});

describe('companies that are researched, and neither held nor watched', () => {
  it('their names change no other question: each is understood as without them', () => {
    for (const { text, expected } of QUESTIONS) {
      const intent = matchIntent(text, VOCABULARY);
      if (mayBeResearched(intent) && typeof expected === 'string' && expected.startsWith('/research '))
        continue;
      assert.equal(told(understood(text)), told(intent), text);
    }
  });

  it('what nobody knows by a name of several words is told as that, and only in questions about research', () => {
    const of = (text: string): string => told(understood(text));
    assert.equal(of('what does the research say about blue dart couriers'), 'unresearched');
    assert.equal(of('what does the research say about inflation'), '/research INFLATION latest');
    for (const text of [
      'what do you think of inflation',
      'rating of the hotel',
      'research',
      'tell me a joke',
    ])
      assert.equal(of(text), told(matchIntent(text, VOCABULARY)), text);
    assert.notEqual(matchIntent('research zomato', VOCABULARY).kind, 'command');
    assert.equal(of('research zomato'), '/research ZOMATO');
  });
});

describe('contract/Chat: the words of commands', () => {
  it('every command has words: add some to the table of its family in bot/intents/words', () => {
    for (const row of COMMANDS) {
      const own = namesOf([row]).filter((name) => name in WORDS);
      assert.ok(own.length > 0, `/${row.name} has no words`);
    }
  });

  it('every row of words belongs to a command', () => {
    for (const name of Object.keys(WORDS)) assert.ok(commandNamed(COMMANDS, name) !== undefined, name);
  });

  it('no phrase stands for two commands', () => {
    const keyOf = ({ concepts, placeholders, sequence }: Phrase) =>
      JSON.stringify([concepts.toSorted(), placeholders.toSorted(), sequence]);
    const seen = new Map<string, Phrase>();
    for (const phrase of compile(WORDS)) {
      const other = seen.get(keyOf(phrase));
      const twice = other !== undefined && other.row !== phrase.row;
      assert.ok(!twice, `${keyOf(phrase)}: /${phrase.command} and /${other?.command ?? ''}`);
      seen.set(keyOf(phrase), phrase);
    }
  });
});
