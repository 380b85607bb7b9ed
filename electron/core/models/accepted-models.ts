import type { ModelChange } from '#shared/contract/models.ts';
import type { ModelRecord } from '#shared/routes/part.ts';
import type { Database } from '../store/database.ts';

/** The list of models that later ones are compared with. */
interface Accepted {
  /** Milliseconds since 1970. */
  at: number;
  /** Endpoint types by model id. */
  models: Record<string, string[]>;
}

export interface AcceptedModels {
  find(connectionId: string, keyId: string | null): Accepted | null;
  write(connectionId: string, keyId: string | null, at: number, models: readonly ModelRecord[]): void;
}

export function createAcceptedModels({ sql }: Database): AcceptedModels {
  const one = sql.prepare('SELECT * FROM accepted_models WHERE connection_id = ? AND key_id = ?');
  const write = sql.prepare(
    `INSERT OR REPLACE INTO accepted_models (connection_id, key_id, accepted_at, models)
     SELECT id, ?, ?, ? FROM connections WHERE id = ?`,
  );
  return {
    find(connectionId, keyId) {
      const row = one.get(connectionId, keyId ?? '');
      return row ? { at: Number(row.accepted_at), models: JSON.parse(String(row.models)) } : null;
    },
    write(connectionId, keyId, at, models) {
      const types = Object.fromEntries(models.map(({ id, endpoints }) => [id, endpoints]));
      write.run(keyId ?? '', at, JSON.stringify(types), connectionId);
    },
  };
}

/** What differs between the accepted list and the present one, by model id. */
export function findChanges(accepted: Accepted, models: readonly ModelRecord[]): ModelChange[] {
  const before = new Map(Object.entries(accepted.models));
  const now = new Map(models.map(({ id, endpoints }) => [id, endpoints]));
  const change = (modelId: string, what: ModelChange['what'], detail: string | null = null) => [
    { modelId, what, detail },
  ];
  const ids = [...new Set([...before.keys(), ...now.keys()])].toSorted();
  return ids.flatMap((id): ModelChange[] => {
    const [old, present] = [before.get(id), now.get(id)];
    if (!old) return change(id, 'added');
    if (!present) return change(id, 'removed');
    const [first, second] = [typesText(old), typesText(present)];
    return first === second ? [] : change(id, 'changed', `endpoint types: ${first || 'none'} -> ${second || 'none'}`);
  });
}

const typesText = (types: readonly string[]): string => types.toSorted().join(', ');
