import { randomUUID } from 'node:crypto';
import type { Workspace } from './workspace.ts';

/** What a person decided, or the workspace did by itself. */
interface AuditEntry {
  /** Who did it, such as `api:owner`, `chat:owner`; `workspace` where nobody did. */
  actor: string;
  /** Such as GO_LIVE_PROMOTED, ENVELOPE_RESUMED, RECONCILIATION_CONFIRMED. */
  action: string;
  /** What it is about: a strategy, a broker, the id of a record. */
  subject: string;
  reason: string | null;
  /** The figures that it rests on. */
  evidence: object;
}

/** Writes an entry of the audit, inside the change that it tells of. Entries are never changed. */
export async function writeAudit(workspace: Workspace, entry: AuditEntry, now: Date): Promise<void> {
  const { actor, action, subject, reason, evidence } = entry;
  await workspace.insert('workspace_audit', [
    {
      id: randomUUID(),
      at: now.toISOString(),
      actor,
      action,
      subject,
      reason,
      evidence_json: JSON.stringify(evidence),
    },
  ]);
}
