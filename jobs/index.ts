export { startJobs } from './jobs-runtime.ts';
