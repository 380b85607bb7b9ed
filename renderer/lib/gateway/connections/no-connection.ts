import { lazyPart } from '../../../ui/base/lazy-module.ts';
import type { NoConnectionProps } from './connect-first.tsx';

/** Shown by a panel while there is no connection. Most users have one, so it loads when it is needed. */
export const NoConnection = lazyPart<NoConnectionProps>(async () => (await import('./connect-first.tsx')).ConnectFirst);
