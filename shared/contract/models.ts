import * as z from 'zod/mini';
import type { Failure } from '../routes/failure.ts';
import type { ModelRecord } from '../routes/part.ts';
import { identifier } from './connections.ts';
import { call, out } from './define.ts';

export interface ModelList {
  models: ModelRecord[];
  /** When the listing was asked for, milliseconds since 1970; `null` when it never was. */
  asOf: number | null;
  exchangeIds: string[];
  /** Why a listing is missing; the models of an earlier listing are kept. */
  failures: Failure[];
  /** Which of the listings names a model, by its id. */
  listedBy: Record<string, ('compatible' | 'native')[]>;
  /** What differs from the list that the person last accepted; empty when nothing does or nothing was accepted yet. */
  changes: ModelChange[];
  /** When that list was made, milliseconds since 1970. */
  changesSince: number | null;
}

export interface ModelChange {
  modelId: string;
  what: 'added' | 'removed' | 'changed';
  /** For `changed`: what, in words, such as `endpoint types: openai -> openai, image-generation`. */
  detail: string | null;
}

export const models = {
  /**
   * Both listings of a key joined, sorted by id; without one, of the key that a draft without one would be sent with.
   * `refresh` asks the gateway; otherwise the last listing is given.
   */
  list: call(
    z.object({ connectionId: identifier, keyId: z.optional(identifier), refresh: z.optional(z.boolean()) }),
    out<ModelList>(),
  ),
  /** Takes the present list as the one that later lists are compared with; without a key, those of every key. */
  acceptChanges: call(z.object({ connectionId: identifier, keyId: z.optional(identifier) }), out<void>()),
};
