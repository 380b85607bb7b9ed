/** How a frame is divided into windows, and its windows into bands. Both channels of a pair may share it. */
export interface WindowInfo {
  sequence: number;
  shape: number;
  /** Windows per group: the windows of a group share their scale factors. */
  groups: readonly number[];
  /** Bands with data. The rest are silent. */
  bandCount: number;
  /** Start of each band within a window, and the end of the last one. */
  bands: readonly number[];
}

/** One channel of one frame, before its tools are undone. */
export interface ChannelData {
  window: WindowInfo;
  /** Per group and band: the number of its Huffman codebook, or one of the special numbers in `books`. */
  bandBooks: Uint8Array;
  /** Per group and band: the scale factor, the position of intensity stereo or the level of noise. */
  scales: Int16Array;
  /** 1,024 coefficients: one window, or eight one after another. */
  spectrum: Float64Array;
  /** Filters per window; empty without noise shaping. */
  shaping: readonly (readonly ShapingFilter[])[];
}

/** A coefficient that is coded separately, since it is much larger than its band. */
export interface Pulse {
  place: number;
  height: number;
}

/** A filter over the coefficients of a range of bands, which shapes quantization noise like the signal over time. */
export interface ShapingFilter {
  /** Number of bands, counted down from the end of the previous filter. */
  length: number;
  isDownward: boolean;
  /** Reflection coefficients. */
  reflections: readonly number[];
}
