import { lazyModule } from '../../ui/base/lazy-module.ts';

/** What composes bodies: loaded when the page is idle, or for the first request. */
export const composing = lazyModule(() => import('./model/compose-body.ts'));
