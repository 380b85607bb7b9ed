import { createStore } from 'zustand/vanilla';
import { connection } from '../lib/client/client.ts';
import { delayLoads } from '../ui/base/lazy-module.ts';

/**
 * True once code of this page was requested and did not arrive. A browser treats such a module as missing until the
 * page is reloaded.
 */
export const missingParts = createStore(() => ({ any: false }));

/** Keeps lazy chunks from failing while disconnected from the core, and records those that failed anyway. */
export function watchParts(): void {
  delayLoads(() => (isBroken() ? lineIsBack() : null));
  // Reported by the build's loader. What it preloads are style sheets; those can arrive later.
  addEventListener('vite:preloadError', ({ payload }) => {
    if (!/CSS/.test(payload.message)) missingParts.setState({ any: true });
  });
  // A style sheet that failed stays in the page, where that loader takes it for loaded: the next attempt would show its
  // component without any style.
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.remove();
    },
    true,
  );
}

function isBroken(): boolean {
  const { status } = connection.state.getState();
  return status === 'lost' || status === 'ended';
}

const lineIsBack = () =>
  new Promise<void>((resolve) => {
    const leave = connection.state.subscribe(({ status }) => {
      if (status !== 'open') return;
      leave();
      resolve();
    });
  });
