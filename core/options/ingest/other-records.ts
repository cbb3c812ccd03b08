import type { OptionsStore } from '../store/index.ts';

/** Whether a workspace has records whose ids do not begin so: of another process than the one that asks. */
export async function hasOtherRecords(store: OptionsStore, userId: string, prefix: string): Promise<boolean> {
  const other = await store.read(userId, async (workspace) =>
    workspace
      .rows<{ record_id: string }>('ingest_records')
      .whereNot('record_id', 'like', `${prefix}%`)
      .first('record_id'),
  );
  return other !== undefined;
}
