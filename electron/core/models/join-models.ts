import type { ModelRecord } from '#shared/protocol/part.ts';

/**
 * One list of all models, each id once, sorted by id. Native listings may write an id as `models/<id>`. Of two records
 * the earlier one's word counts; what it leaves open is taken from the later one.
 */
export function joinModels(...listings: readonly (readonly ModelRecord[])[]): ModelRecord[] {
  const byId = new Map<string, ModelRecord>();
  for (const record of listings.flat()) {
    const id = record.id.replace(/^models\//, '');
    const known = byId.get(id);
    byId.set(id, known ? joinRecords(known, record) : { ...record, id });
  }
  return [...byId.values()].sort((first, second) => (first.id < second.id ? -1 : 1));
}

const joinRecords = (first: ModelRecord, second: ModelRecord): ModelRecord => ({
  id: first.id,
  name: first.name ?? second.name,
  owner: first.owner ?? second.owner,
  endpoints: [...new Set([...first.endpoints, ...second.endpoints])],
  inputTokenLimit: first.inputTokenLimit ?? second.inputTokenLimit,
  outputTokenLimit: first.outputTokenLimit ?? second.outputTokenLimit,
  raw: { ...second.raw, ...first.raw },
});
