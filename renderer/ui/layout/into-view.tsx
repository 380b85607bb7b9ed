import { type ReactNode, useEffect, useRef } from 'react';

interface IntoViewProps {
  className?: string | undefined;
  children: ReactNode;
}

/**
 * The outcome of what the user just did: scrolled to where the page is too low for it, while the focus stays. It is
 * rendered only after the action, not where an earlier outcome is shown again.
 */
export function IntoView({ className, children }: IntoViewProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current: outcome } = place;
    if (!outcome) return;
    // Its height changes when its code has loaded, with another outcome, and with details.
    const sizes = new ResizeObserver(() => outcome.scrollIntoView({ block: 'nearest' }));
    sizes.observe(outcome);
    return () => sizes.disconnect();
  }, []);
  return (
    <div ref={place} className={className}>
      {children}
    </div>
  );
}
