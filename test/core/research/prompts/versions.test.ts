import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { promptHashes, type Versions, VERSIONS_FILE } from './prompt-hashes.ts';

const known = JSON.parse(readFileSync(VERSIONS_FILE, 'utf8')) as Versions;
const now = promptHashes();

describe('versions of prompts', () => {
  it('decisions/The nineteen stages: a prompt that changes has a new version, since what it was told before is kept under the old one', () => {
    for (const [prompt, { version, hash }] of now)
      assert.equal(
        known[prompt]?.[version],
        hash,
        prompt === 'SHARED'
          ? `What all prompts share has changed. Count SHARED_VERSION in core/research/prompts/shared-words.ts up, then run: npx tsx test/core/research/prompts/write-versions.ts`
          : `The prompt of ${prompt} has changed. Count the version in its file under core/research/prompts/stages up, then run: npx tsx test/core/research/prompts/write-versions.ts`,
      );
  });

  it('decisions/The nineteen stages: versions count up from 1, each with words of its own', () => {
    assert.deepEqual(Object.keys(known), [...now.keys()]);
    for (const [prompt, versions] of Object.entries(known)) {
      const numbers = Object.keys(versions);
      assert.deepEqual(
        numbers,
        Array.from(numbers, (_, at) => String(at + 1)),
        prompt,
      );
      assert.equal(new Set(Object.values(versions)).size, numbers.length, prompt);
      assert.equal(now.get(prompt)?.version, numbers.at(-1), prompt);
    }
  });
});
