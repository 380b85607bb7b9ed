import * as z from 'zod/mini';
import { call, out } from './define.ts';

/** Preferences and unsent drafts: small JSON values by name. Never secrets. */
export const settings = {
  all: call(z.object({}), out<Record<string, unknown>>()),
  /** `null` forgets the value. */
  put: call(
    z.object({ name: z.string().check(z.minLength(1), z.maxLength(120)), value: z.nullable(z.json()) }),
    out<void>(),
  ),
};
