import type { CSSProperties } from 'react';

/** The style of a control that was given a width: it keeps it. Without one it fills its container. */
export function fixedWidth(width: string | number | undefined): CSSProperties | undefined {
  return width === undefined ? undefined : { width, flex: 'none' };
}
