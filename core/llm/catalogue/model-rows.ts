import type { CatalogueRow } from './catalogue-shape.ts';

/** When the rows below were compared with the gateway's own list. */
export const MODELS_AS_OF = '2026-11-02';

/**
 * Models of the gateway that are worth choosing from. The same name may have another format elsewhere, so the format belongs
 * to the row. What only speaks other formats than ours is left out.
 */
export const MODEL_ROWS: readonly CatalogueRow[] = [
  row('deepseek-v4-flash', 'DeepSeek V4 Flash', 'chat_completions', 'fast', 1_000_000),
  row('deepseek-v4-pro', 'DeepSeek V4 Pro', 'chat_completions', 'premium', 1_000_000),
  row('minimax-m3', 'MiniMax M3', 'chat_completions', 'fast', null),
  row('glm-5.2', 'GLM 5.2', 'chat_completions', 'premium', null),
  row('kimi-k2.6', 'Kimi K2.6', 'chat_completions', 'premium', 262_144),
  row('gpt-5.4-nano', 'GPT-5.4 nano', 'responses', 'fast', 400_000),
  row('gpt-5.4-mini', 'GPT-5.4 mini', 'responses', 'fast', 400_000),
  row('gpt-5.4', 'GPT-5.4', 'responses', 'premium', 1_050_000),
  row('gpt-5.5', 'GPT-5.5', 'responses', 'premium', 1_050_000),
  row('claude-haiku-4-5', 'Claude Haiku 4.5', 'messages', 'fast', 200_000),
  row('claude-sonnet-4-6', 'Claude Sonnet 4.6', 'messages', 'premium', 200_000),
  row('claude-sonnet-5', 'Claude Sonnet 5', 'messages', 'premium', null),
  row('qwen3.5-plus', 'Qwen3.5 Plus', 'messages', 'fast', null),
  row('qwen3.7-max', 'Qwen3.7 Max', 'messages', 'premium', null),
];

function row(
  model_id: string,
  label: string,
  api_format: CatalogueRow['api_format'],
  tier_hint: CatalogueRow['tier_hint'],
  context_tokens: number | null,
): CatalogueRow {
  return { model_id, label, api_format, tier_hint, context_tokens };
}
