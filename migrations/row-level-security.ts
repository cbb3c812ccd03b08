/**
 * SQL that puts a table under its owner: row-level security by `owner_user_id`, for reading and writing.
 * The setting is '' after a transaction that set it, hence nullif. Every such table carries its own owner column:
 * a policy that looks the owner up in another table turns each query into a scan.
 */
export function ownedByUser(table: string): string {
  return `
    alter table ${table} enable row level security;
    create policy own_rows on ${table}
      using (owner_user_id = (select platform.current_user_id()))
      with check (owner_user_id = (select platform.current_user_id()));
    ${forcedOnOwner(table)}`;
}

/**
 * SQL that puts the role that owns a table under its policies too: while it acts for a person, it sees that person's rows
 * alone. System work acts for nobody and sees all rows. The policy names the role, because one for everybody would be part of
 * every query of the restricted role.
 */
export function forcedOnOwner(table: string): string {
  return `
    alter table ${table} force row level security;
    create policy system_rows on ${table} to current_role
      using ((select platform.current_user_id()) is null);`;
}
