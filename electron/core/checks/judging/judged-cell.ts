import type { PlannedCell } from '#shared/contract/checks.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import type { Control } from '../control.ts';

/** What is known besides the response to a probe. */
export interface JudgingFacts {
  /** Result for a path that cannot exist; `null` when it was not requested. */
  control: Control | null;
  /** `/v1` lists models for the key: the base URL is right, and the key is accepted. */
  isAccepted: boolean;
  /** The native listing was refused with the key in every style, and never worked. */
  lacksNative: boolean;
  /** Why no models could be listed. */
  listFailure: Failure | null;
}

/** What a verdict depends on, of a cell. */
export type JudgedCell = Pick<PlannedCell, 'routeId' | 'action' | 'model' | 'limit'>;
