import { type CSSProperties, createContext, use } from 'react';

/** Connects a `Field` and the control inside it. */
export interface FieldTies {
  /** For the control; the field's label points at it. */
  id: string;
  labelId: string;
  /** Ids of hint and error, as far as they exist. */
  describedBy: string | undefined;
  invalid: boolean;
}

export const FieldContext = createContext<FieldTies | null>(null);

/**
 * Returns the ties of the field around a control; none where the control has its own name, because the label then
 * belongs to another one.
 */
export function useFieldControl(ownName: string | undefined): FieldTies | null {
  const ties = use(FieldContext);
  return ownName === undefined ? ties : null;
}

/** Returns the attributes that tie a typed control to its field. */
export const tiedTo = (ties: FieldTies | null, invalid?: boolean) => ({
  ...(ties && { id: ties.id, 'aria-describedby': ties.describedBy }),
  ...((invalid || ties?.invalid) && { 'aria-invalid': true as const }),
});

/** Returns the style of a control with a fixed width. Without one it fills its container. */
export function fixedWidth(width: string | number | undefined): CSSProperties | undefined {
  return width === undefined ? undefined : { width, flex: 'none' };
}
