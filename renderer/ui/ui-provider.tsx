import { CSPProvider } from '@base-ui/react/csp-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import type { ReactNode } from 'react';

/** Wraps the page once: pieces write no style tag (the page's policy forbids them), and tooltips of neighbours open at once. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <CSPProvider disableStyleElements>
      <Tooltip.Provider delay={500} closeDelay={0} timeout={400}>
        {children}
      </Tooltip.Provider>
    </CSPProvider>
  );
}
