/** What a decoder made of a few packets. */
export interface DecodedPackets {
  /** Per channel, from -1 to 1. */
  channelData: Float32Array[];
  /** Per channel; 0 when the packets have no audio. */
  samplesDecoded: number;
  /** In Hz. */
  sampleRate: number;
}

/** Decodes the packets of one track, in their order. */
export interface PacketDecoder {
  ready: Promise<void>;
  decodeFrames(frames: Uint8Array[]): DecodedPackets;
  free(): void;
}
