import { createStore } from 'zustand/vanilla';
import { connection } from '../lib/client/client.ts';
import { holdLoads } from '../ui/base/lazy-module.ts';

/**
 * True once code of this page was asked for and did not come. A browser takes such a module for missing as long as the
 * page lives: only loading the page again brings it.
 */
export const missingParts = createStore(() => ({ any: false }));

/** Keeps what is fetched later from failing while the line to the core is broken, and notes what failed all the same. */
export function watchParts(): void {
  holdLoads(() => (isBroken() ? lineIsBack() : null));
  // Told by the build's loader. What it preloads are style sheets; those can come later.
  addEventListener('vite:preloadError', ({ payload }) => {
    if (!/CSS/.test(payload.message)) missingParts.setState({ any: true });
  });
  // A style sheet that did not come stays in the page, where that loader takes it for one that is there: the next try
  // would show its part without any style.
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
