import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';
import { Kbd } from './kbd.tsx';
import s from './tooltip.module.css';

export type TooltipSide = 'top' | 'right' | 'bottom' | 'left';

export interface TooltipProps {
  text: string;
  shortcut?: string | undefined;
  side?: TooltipSide | undefined;
  /** One focusable element; it must carry its own accessible name (the tooltip repeats, it does not name). */
  children: ReactElement;
}

/** A short hint on hover and on keyboard focus. */
export function Tooltip({ text, shortcut, side = 'bottom', children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className={s.positioner}>
          <Base.Popup className={s.popup}>
            {text}
            {shortcut !== undefined && <Kbd bare>{shortcut}</Kbd>}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
