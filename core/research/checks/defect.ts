import type { Defect } from '../publication/index.ts';

export const defect = (code: string, path: string, message: string): Defect => ({ code, path, message });
