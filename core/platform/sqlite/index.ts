export { SqliteError } from './sqlite-connection.ts';
export { openSqlite } from './sqlite-client.ts';
