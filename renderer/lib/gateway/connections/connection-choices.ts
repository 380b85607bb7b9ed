import type { ConnectionColour, NativeKeyChoice, ProxyMode } from '#shared/contract/connections.ts';
import { nativeKeyStyles } from '../../recognise/auth-headers.ts';

/** The keys of a record that must name every member of a union, so that a new member does not compile without its place. */
const all = <T extends string>(names: Record<T, true>) => Object.keys(names) as T[];

export const nativeKeyChoices: readonly NativeKeyChoice[] = ['auto', ...nativeKeyStyles];

export const connectionColours: readonly ConnectionColour[] = all({ none: true, dev: true, stage: true, prod: true });

export const proxyModes: readonly ProxyMode[] = all({ system: true, custom: true, none: true });
