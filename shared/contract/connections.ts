import * as z from 'zod/mini';
import { call, out } from './define.ts';

export const nativeKeyStyles = ['x-vendor-api-key', 'x-goog-api-key', 'bearer', 'query'] as const;
export type NativeKeyStyle = (typeof nativeKeyStyles)[number];

export const connectionColours = ['none', 'dev', 'stage', 'prod'] as const;
export type ConnectionColour = (typeof connectionColours)[number];

const text = (max: number) => z.string().check(z.maxLength(max));
export const identifier = z.string().check(z.minLength(1), z.maxLength(64));

/** What the person may change of a connection. Header values may hold secrets: they are redacted like keys. */
export const connectionDraft = z.object({
  id: z.optional(identifier),
  name: text(120),
  /** With or without `/v1`: stored without. */
  baseAddress: text(2048),
  nativeKeyStyle: z._default(z.enum(nativeKeyStyles), 'x-vendor-api-key'),
  headers: z._default(z.array(z.tuple([text(256), text(4096)])), []),
  colour: z._default(z.enum(connectionColours), 'none'),
  exposedRoutes: z._default(z.array(text(64)), []),
  /** The person saw the warning about plain http to another machine and said yes, for this origin. */
  acceptedInsecure: z._default(z.boolean(), false),
});
export type ConnectionDraft = z.input<typeof connectionDraft>;

export interface Connection {
  id: string;
  name: string;
  baseAddress: string;
  origin: string;
  nativeKeyStyle: NativeKeyStyle;
  headers: [name: string, value: string][];
  colour: ConnectionColour;
  exposedRoutes: string[];
  acceptedInsecure: boolean;
  /** The demo gateway of this computer. */
  isDemo: boolean;
  createdAt: number;
}

export const connections = {
  list: call(z.object({}), out<Connection[]>()),
  save: call(connectionDraft, out<Connection>()),
  remove: call(z.object({ id: identifier }), out<void>()),
};
