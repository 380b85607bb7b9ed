import { CSPProvider } from '@base-ui/react/csp-provider';
import type { ReactNode } from 'react';

/** Components below add no style tag: the page's policy forbids them. */
export function UiProvider({ children }: { children: ReactNode }) {
  return <CSPProvider disableStyleElements>{children}</CSPProvider>;
}
