/** The rest of a query, from `from` on, over the session that holds the lock of a bot. */
export const holderOfBot = (name: 'telegram' | 'local'): string =>
  `from pg_locks where locktype = 'advisory' and granted
     and database = (select oid from pg_database where datname = current_database())
     and (classid::bigint << 32 | objid::bigint) = hashtextextended('munim:bot:${name}', 57)`;
