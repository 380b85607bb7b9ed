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
}

export const models = {
  /** Both listings joined, sorted by id. `refresh` asks the gateway; otherwise the last listing is given. */
  list: call(
    z.object({ connectionId: identifier, keyId: z.optional(identifier), refresh: z.optional(z.boolean()) }),
    out<ModelList>(),
  ),
};
