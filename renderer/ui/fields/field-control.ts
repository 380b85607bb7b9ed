import { createContext, use } from 'react';

/** How a `Field` and the control inside it find each other. */
export interface FieldTies {
  /** For the control; the field's label points at it. */
  id: string;
  labelId: string;
  /** Ids of hint and error, those that there are. */
  describedBy: string | undefined;
  invalid: boolean;
}

export const FieldContext = createContext<FieldTies | null>(null);

/** The ties of the field around a control; none where the control brings its own name, because the label is another's then. */
export function useFieldControl(ownName: string | undefined): FieldTies | null {
  const ties = use(FieldContext);
  return ownName === undefined ? ties : null;
}

/** The attributes by which a typed control is tied to its field. */
export const tiedTo = (ties: FieldTies | null, invalid: boolean | undefined) => ({
  ...(ties && { id: ties.id, 'aria-describedby': ties.describedBy }),
  ...((invalid || ties?.invalid) && { 'aria-invalid': true as const }),
});
