import * as z from 'zod/mini';
import { call, out } from './define.ts';

const settingName = z.string().check(z.minLength(1), z.maxLength(120));

/** Preferences and unsent drafts: small JSON values by name. Never secrets. */
export const settings = {
  all: call(z.object({}), out<Record<string, unknown>>()),
  /** Returns one value; `null` when nothing is stored under the name. */
  get: call(z.object({ name: settingName }), out<unknown>()),
  /** Stores a value; `null` deletes it. */
  put: call(z.object({ name: settingName, value: z.nullable(z.json()) }), out<void>()),
  /** Changes fields of a stored object, and leaves the others as another window may have stored them meanwhile. */
  patch: call(
    z.object({
      name: settingName,
      changes: z.array(
        z.object({
          path: z.array(z.string()).check(z.minLength(1), z.maxLength(4)),
          /** Absent: the field is removed. */
          value: z.optional(z.json()),
        }),
      ),
    }),
    out<void>(),
  ),
};
