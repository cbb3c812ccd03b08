import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { promptHashes, type Versions, VERSIONS_FILE } from './prompt-hashes.ts';

/** Writes the hashes of new versions down. One that is there is never changed: its prompt was asked already. */
const known: Versions = existsSync(VERSIONS_FILE)
  ? (JSON.parse(await readFile(VERSIONS_FILE, 'utf8')) as Versions)
  : {};
const written: Record<string, Record<string, string>> = {};
for (const [prompt, { version, hash }] of promptHashes()) {
  const before = known[prompt] ?? {};
  if (before[version] !== undefined && before[version] !== hash)
    throw new Error(
      `${prompt} has changed, and its version ${version} is taken. Give it the next version first.`,
    );
  written[prompt] = { ...before, [version]: hash };
}
await writeFile(VERSIONS_FILE, `${JSON.stringify(written, null, 2)}\n`);
