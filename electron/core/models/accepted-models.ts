import type { ModelChange, ModelList } from '#shared/contract/models.ts';
import type { ModelRecord } from '#shared/protocol/part.ts';
import type { Database } from '../store/database.ts';
import type { ListOwner } from './listings.ts';

/** The compared properties of one model: texts by display name. */
type Compared = Record<string, string>;

/** The model list that later ones are compared with. */
export interface AcceptedList {
  /** When it was requested, milliseconds since 1970. */
  listedAt: number;
  models: Record<string, Compared>;
}

export interface AcceptedModels {
  find(owner: ListOwner): AcceptedList | null;
  /** Does nothing for a connection or key that was deleted meanwhile. */
  write(owner: ListOwner, list: AcceptedList): void;
}

export function createAcceptedModels({ sql }: Pick<Database, 'sql'>): AcceptedModels {
  const one = sql.prepare('SELECT * FROM accepted_models WHERE connection_id = ? AND key_id = ?');
  const write = sql.prepare(
    `INSERT OR REPLACE INTO accepted_models (connection_id, key_id, listed_at, models)
     SELECT c.id, ?1, ?2, ?3 FROM connections c
     WHERE c.id = ?4 AND (?1 = '' OR EXISTS (SELECT 1 FROM keys WHERE keys.id = ?1 AND keys.connection_id = c.id))`,
  );
  return {
    find({ connectionId, keyId }) {
      const row = one.get(connectionId, keyId ?? '');
      return row ? { listedAt: Number(row.listed_at), models: JSON.parse(String(row.models)) } : null;
    },
    write: ({ connectionId, keyId }, { listedAt, models }) =>
      void write.run(keyId ?? '', listedAt, JSON.stringify(models), connectionId),
  };
}

/** Returns what later lists are compared by: what a model can be used for, its limits, and where it is listed. */
export function comparedOf(models: readonly ModelRecord[], listedBy: ModelList['listedBy']): AcceptedList['models'] {
  const limit = (tokens: number | null) => (tokens === null ? '' : String(tokens));
  return Object.fromEntries(
    models.map(({ id, endpoints, owner, inputTokenLimit, outputTokenLimit }) => [
      id,
      {
        'endpoint types': endpoints.toSorted().join(', '),
        owner: owner ?? '',
        'input tokens': limit(inputTokenLimit),
        'output tokens': limit(outputTokenLimit),
        'listed by': (listedBy[id] ?? []).join(', '),
      },
    ]),
  );
}

/** Returns the differences between two lists, by model id. */
export function findChanges(before: AcceptedList['models'], now: AcceptedList['models']): ModelChange[] {
  const old = new Map(Object.entries(before));
  const present = new Map(Object.entries(now));
  return [...new Set([...old.keys(), ...present.keys()])].sort().flatMap((modelId): ModelChange[] => {
    const first = old.get(modelId);
    const second = present.get(modelId);
    if (!first || !second) return [{ modelId, what: first ? 'removed' : 'added', detail: null }];
    const detail = Object.entries(second)
      .filter(([name, text]) => text !== first[name])
      .map(([name, text]) => `${name}: ${first[name] || 'none'} -> ${text || 'none'}`)
      .join('; ');
    return detail === '' ? [] : [{ modelId, what: 'changed', detail }];
  });
}
