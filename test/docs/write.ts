// Writes the files that are generated from the code: npm run docs
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { GENERATED } from './generated.ts';

for (const { path: name, text } of GENERATED)
  writeFileSync(path.join(import.meta.dirname, '../..', name), text());
