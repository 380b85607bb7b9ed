/** How a voice differs from the next one. */
export interface DemoVoice {
  /** Of the vocal cords, in hertz. */
  pitch: number;
  /** Length of the mouth, as a factor on every resonance. */
  size: number;
  /** Share of breath in the voice. */
  breath: number;
  /** Liveliness: how far the pitch moves. */
  lift: number;
}

const named: Readonly<Record<string, DemoVoice>> = {
  alloy: { pitch: 150, size: 1.02, breath: 0.04, lift: 0.12 },
  ash: { pitch: 112, size: 0.95, breath: 0.03, lift: 0.1 },
  ballad: { pitch: 128, size: 0.98, breath: 0.08, lift: 0.2 },
  coral: { pitch: 205, size: 1.12, breath: 0.05, lift: 0.16 },
  echo: { pitch: 104, size: 0.93, breath: 0.02, lift: 0.08 },
  fable: { pitch: 168, size: 1.05, breath: 0.06, lift: 0.22 },
  onyx: { pitch: 88, size: 0.9, breath: 0.03, lift: 0.07 },
  nova: { pitch: 218, size: 1.14, breath: 0.05, lift: 0.15 },
  sage: { pitch: 190, size: 1.08, breath: 0.09, lift: 0.1 },
  shimmer: { pitch: 232, size: 1.17, breath: 0.1, lift: 0.14 },
  verse: { pitch: 136, size: 1, breath: 0.04, lift: 0.18 },
  marin: { pitch: 198, size: 1.1, breath: 0.07, lift: 0.17 },
  cedar: { pitch: 98, size: 0.92, breath: 0.05, lift: 0.12 },
};

export const voiceNames: readonly string[] = Object.keys(named);

export const voiceNamed = (name: string): DemoVoice | null =>
  Object.hasOwn(named, name) ? (named[name] as DemoVoice) : null;
