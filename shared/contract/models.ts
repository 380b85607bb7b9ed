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
  /** Why an expected listing is missing; the models of an earlier listing are kept. */
  failures: Failure[];
  /** Result of the newest listing of each surface; a surface that was never listed is absent. */
  surfaces: SurfaceListing[];
  /** How native routes send this key: as pinned, else as the native listing accepted it; `null` while unknown. */
  nativeKeyStyle: NativeKeyStyle | null;
  /** From the request to the response headers, for the newest listing with a response. */
  latencyMs: number | null;
  /** Which listings contain a model, by model id. */
  listedBy: Record<string, ('compatible' | 'native')[]>;
  /** Differences from the list that the user last accepted; empty if none, or before the first acceptance. */
  changes: ModelChange[];
  /** When that list was made, milliseconds since 1970. */
  changesSince: number | null;
}

/** Result of the newest listing of one surface. */
export interface SurfaceListing {
  surface: 'compatible' | 'native';
  /**
   * `not-offered`: the gateway has no list on this surface, and the key works on the other one. Other routes of this
   * surface may work. `key-style`: it refused
   * the key as it was sent, and `/v1` accepts that key. `failed`: any other error.
   */
  state: 'listed' | 'not-offered' | 'key-style' | 'failed';
  failure: Failure | null;
  /** From the request to the response headers; `null` without a response. */
  latencyMs: number | null;
  /** Each style in which the native listing sent the key, in order; empty for `/v1` and without a key. */
  tried: TriedStyle[];
}

/** One native listing with the key sent in one style. */
export interface TriedStyle {
  style: NativeKeyStyle;
  /** `null` when there was no response. */
  status: number | null;
  exchangeId: string | null;
}

export interface ModelChange {
  modelId: string;
  what: 'added' | 'removed' | 'changed';
  /** For `changed`: the difference, such as `endpoint types: openai -> openai, image-generation`. */
  detail: string | null;
}

export const models = {
  /**
   * Returns both listings of a key merged and sorted by id; without `keyId`, of the key that a draft without one would
   * use. `refresh` queries the gateway; otherwise the last listing is returned. A connection whose native key style is
   * `auto` tries the headers one after another; `?key=` only with `tryQueryKey`, because URLs end up in logs.
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
  /** Makes the current list the one that later lists are compared with; without a key, for every key. */
  acceptChanges: call(z.object({ connectionId: identifier, keyId: z.optional(identifier) }), out<void>()),
};
