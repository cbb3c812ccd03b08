/** What a trial writes. Sessions with the brokers stay, since a broker ends them for good. */
const SCHEMAS = `('policy', 'notifications')`;
const TABLES = `from pg_class c where c.relkind = 'r' and c.relnamespace::regnamespace::text in ${SCHEMAS}`;

/** Keeps all tables as they are now. */
export const COPY = `do $copy$
  declare t text;
  begin
    create schema crash;
    for t in select c.oid::regclass::text ${TABLES} loop
      execute format('create table crash.%I as table %s', replace(t, '.', '__'), t);
    end loop;
  end $copy$`;

/** Puts all tables back to what was kept, and each policy with its plans to the connection over which it trades now. */
export const resetOf = (moves: readonly { policyId: string; connection: string }[]): string => `do $reset$
  declare t text; c text; kept boolean; filled boolean;
  begin
    set local session_replication_role = replica;
    for t in select c.oid::regclass::text ${TABLES} loop
      c := format('crash.%I', replace(t, '.', '__'));
      execute format('select exists (select from %s), exists (select from %s)', c, t) into kept, filled;
      if filled then execute 'delete from ' || t; end if;
      if kept then execute format('insert into %s overriding system value table %s', t, c); end if;
    end loop;
${moves
  .map(
    ({ policyId, connection }) => `
    update policy.policies set broker_connection_id = ${connection} where id = ${policyId};
    update policy.policy_order_plans set connection_id = ${connection} where policy_id = ${policyId} and mode = 'LIVE';`,
  )
  .join('')}
  end $reset$`;
