/** A file that appears under its name only when it is complete. Until then, and if it never is, it is `<name>.part`. */
export interface OutFile {
  readonly path: string;
  /** It is standard output, a device or a pipe: a second file has no place beside it. */
  readonly isStream: boolean;
  readonly partPath: string;
  /** What happened to a complete result, such as `Saved to cat.png`. */
  readonly saved: string;
  /** Gives it another name once it is complete. Does nothing, and returns false, when that name is taken. */
  rename(path: string): Promise<boolean>;
  write(bytes: Uint8Array | string): Promise<void>;
  /** Gives the file its name; it is on disk when this returns. */
  finish(): Promise<void>;
  /** Leaves what was written as `<name>.part`, or removes it if empty; returns true when something is left. */
  leave(): Promise<boolean>;
}
