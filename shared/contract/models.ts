import * as z from 'zod/mini';
import type { Failure } from '../protocol/failure.ts';
import type { ModelRecord } from '../protocol/part.ts';
import { identifier, type NativeKeyStyle } from './connections.ts';
import { call, out } from './define.ts';

export interface ModelList {
  models: ModelRecord[];
  /** When the listing was requested, milliseconds since 1970; `null` when it never was. */
  asOf: number | null;
  exchangeIds: string[];
  /** Why a listing that should be there is missing; the models of an earlier listing are kept. */
  failures: Failure[];
  /** How the newest listing of each surface ended; a surface that was never listed is absent. */
  surfaces: SurfaceListing[];
  /** How native routes get this key: as pinned, else as the native listing took it; `null` while that is not known. */
  nativeKeyStyle: NativeKeyStyle | null;
  /** From the request to the headers of the newest listing that was answered. */
  latencyMs: number | null;
  /** Which of the listings names a model, by its id. */
  listedBy: Record<string, ('compatible' | 'native')[]>;
  /** Differences from the list that the user last accepted; empty without any, or before the first acceptance. */
  changes: ModelChange[];
  /** When that list was made, milliseconds since 1970. */
  changesSince: number | null;
}

/** How the newest listing of one surface ended. */
export interface SurfaceListing {
  surface: 'compatible' | 'native';
  /**
   * `not-offered`: the gateway does not serve this surface, and the key works on the other one. `key-style`: it refused the
   * key in the way it was sent, and `/v1` accepts that key. `failed`: anything else that went wrong.
   */
  state: 'listed' | 'not-offered' | 'key-style' | 'failed';
  failure: Failure | null;
  /** Each way in which the native listing sent the key, in order; empty for `/v1` and without a key. */
  tried: TriedStyle[];
}

/** One native listing with the key sent in one way. */
export interface TriedStyle {
  style: NativeKeyStyle;
  /** `null` when nothing came back. */
  status: number | null;
  exchangeId: string | null;
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
   * `refresh` asks the gateway; otherwise the last listing is given. A connection whose native key style is `auto` tries
   * the headers one after the other; `?key=` only with `tryQueryKey`, because addresses end up in logs.
   */
  list: call(
    z.object({
      connectionId: identifier,
      keyId: z.optional(identifier),
      refresh: z.optional(z.boolean()),
      tryQueryKey: z.optional(z.boolean()),
    }),
    out<ModelList>(),
  ),
  /** Takes the present list as the one that later lists are compared with; without a key, those of every key. */
  acceptChanges: call(z.object({ connectionId: identifier, keyId: z.optional(identifier) }), out<void>()),
};
