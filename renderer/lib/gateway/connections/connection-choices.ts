import type { ConnectionColour, NativeKeyChoice, NativeKeyStyle, ProxyMode } from '#shared/contract/connections.ts';

/** The keys of a record that must name every member of a union, so that a new member does not compile without its place. */
const all = <T extends string>(names: Record<T, true>) => Object.keys(names) as T[];

/** In the order in which the forms show them. */
export const nativeKeyStyles: readonly NativeKeyStyle[] = all({
  'x-goog-api-key': true,
  'x-vendor-api-key': true,
  bearer: true,
  query: true,
});

export const nativeKeyChoices: readonly NativeKeyChoice[] = ['auto', ...nativeKeyStyles];

export const connectionColours: readonly ConnectionColour[] = all({ none: true, dev: true, stage: true, prod: true });

export const proxyModes: readonly ProxyMode[] = all({ system: true, custom: true, none: true });
