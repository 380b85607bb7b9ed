import type { StreamEvent } from '../sse.ts';
import { asObject } from './json-value.ts';

/** Names and types of events that only keep the connection alive. */
export const liveness: ReadonlySet<unknown> = new Set(['ping', 'keepalive', 'keep-alive', 'heartbeat']);

/** Names of events that report an error, whatever they contain. */
export const errorName = /^(?:(?:[\w.-]*[._-])?error|exception|fault)$/i;

/** Tells whether an event carries nothing of the response. `values` are its JSON documents. */
export const isKeepAlive = ({ name }: StreamEvent, values: readonly unknown[]): boolean =>
  liveness.has(name) || (values.length > 0 && values.every((value) => liveness.has(asObject(value)?.type)));
