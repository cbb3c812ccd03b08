import { mkdir, writeFile } from 'node:fs/promises';
import { STATES_FILE, statesDocument } from './states-document.ts';

await mkdir(new URL('.', STATES_FILE), { recursive: true });
await writeFile(STATES_FILE, statesDocument());
