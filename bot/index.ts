export { type BotRuntimeOptions, type BotRuntime, startBot } from './bot-runtime.ts';
