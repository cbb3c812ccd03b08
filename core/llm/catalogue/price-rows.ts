import type { Price } from './catalogue-shape.ts';

/** The day of the prices below. */
export const PRICES_AS_OF = '2026-11-02';

/** List prices in US dollars for a million tokens: they show what a call is worth, and are no invoice (research/LLM usage row). */
export const PRICE_ROWS: readonly Price[] = [
  { model_id: 'deepseek-v4-flash', inputUsd: 0.14, outputUsd: 0.28 },
  { model_id: 'deepseek-v4-pro', inputUsd: 0.435, outputUsd: 0.87 },
  { model_id: 'minimax-m3', inputUsd: 0.3, outputUsd: 1.2 },
  { model_id: 'gemini-3.1-pro', inputUsd: 2, outputUsd: 12 },
  { model_id: 'qwen3.5-plus', inputUsd: 0.2, outputUsd: 1.2 },
  { model_id: 'gpt-5.4', inputUsd: 2.5, outputUsd: 15 },
];
