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
      with check (owner_user_id = (select platform.current_user_id()));`;
}
