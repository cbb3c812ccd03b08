import type { Knex } from 'knex';

/** Our record of what was due and done, and the table Agenda keeps its wake-ups in. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create schema jobs;
    -- Since when a job is known here and up to when its due times were written down: nothing before was ever due.
    create table jobs.watched (
      job text primary key,
      since timestamptz not null,
      considered_until timestamptz not null
    );
    -- The truth about scheduled work: one row per job and due time, claimed with a lease and an epoch.
    create table jobs.runs (
      job text not null references jobs.watched on delete cascade,
      due_at timestamptz not null,
      state text not null check (state in ('DUE', 'RUNNING', 'DONE', 'SKIPPED', 'FAILED')),
      -- counts the claims: whoever was claimed away from may no longer report a result
      epoch integer not null default 0,
      attempts integer not null default 0,
      worker text,
      lease_until timestamptz,
      next_attempt_at timestamptz not null,
      started_at timestamptz,
      finished_at timestamptz,
      is_late boolean not null default false,
      reason text,
      primary key (job, due_at)
    );
    create index runs_open on jobs.runs (job, due_at) where state in ('DUE', 'RUNNING');

    -- Columns as the Postgres backend of Agenda 6 expects them; made here because two processes that start together
    -- must not both create it.
    create table jobs.agenda_jobs (
      id uuid primary key default gen_random_uuid(),
      name varchar(255) not null,
      priority integer not null default 0,
      next_run_at timestamptz,
      type varchar(10) not null default 'normal' check (type in ('normal', 'single')),
      locked_at timestamptz,
      last_finished_at timestamptz,
      failed_at timestamptz,
      fail_count integer,
      fail_reason text,
      repeat_timezone varchar(100),
      last_run_at timestamptz,
      repeat_interval varchar(255),
      data jsonb default '{}'::jsonb,
      repeat_at varchar(255),
      disabled boolean default false,
      progress real,
      fork boolean default false,
      last_modified_by varchar(255),
      debounce_started_at timestamptz,
      start_date timestamptz,
      end_date timestamptz,
      skip_days jsonb,
      created_at timestamptz default now(),
      updated_at timestamptz default now()
    );
    create index agenda_jobs_find_and_lock on jobs.agenda_jobs (name, next_run_at, priority desc, locked_at, disabled) where disabled = false;
    create unique index agenda_jobs_single on jobs.agenda_jobs (name) where type = 'single';
    create index agenda_jobs_locked_at on jobs.agenda_jobs (locked_at) where locked_at is not null;
    create index agenda_jobs_next_run_at on jobs.agenda_jobs (next_run_at) where next_run_at is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop schema jobs cascade');
}
