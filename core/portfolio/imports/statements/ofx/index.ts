export { ofx } from './ofx.ts';
