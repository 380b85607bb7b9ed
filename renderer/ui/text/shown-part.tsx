import { type ReactNode, useState } from 'react';
import { Button } from '../controls/button.tsx';

interface ShownPartProps {
  total: number;
  /** So many are drawn at first, and more with each press. */
  step: number;
  /** What the button says. */
  label: string;
  children: (shown: number) => ReactNode;
}

/** Draws the beginning of what would hold the page if all of it were drawn at once; a button draws more. */
export function ShownPart({ total, step, label, children }: ShownPartProps) {
  const [asked, setAsked] = useState(step);
  return (
    <>
      {children(Math.min(asked, total))}
      {asked < total && (
        <Button size="sm" intent="quiet" onClick={() => setAsked(asked + step)}>
          {label}
        </Button>
      )}
    </>
  );
}
