import type { ComponentType } from 'react';

/**
 * What a panel's entry module exports as `panel`. The frame puts each part into its slot; a part that is absent gives
 * its room to the work area. The parts of one panel share that panel's own store, never props.
 */
export interface PanelView {
  /** Context list at the left. */
  List?: ComponentType;
  /** Key, route and model above the work area, with the run state at the right. */
  PatchLine?: ComponentType;
  /** Composer and result. */
  Work: ComponentType;
  /** Parameters column at the right. */
  Parameters?: ComponentType;
}
