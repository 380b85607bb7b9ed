/** The words a reading surface needs; they come from the app's catalogue. */
export interface MarkdownLabels {
  copy: string;
  copied: string;
  copyFailed: string;
  /** Says that a picture was not loaded, before its address. */
  image: string;
  footnotes: string;
  backToText: string;
  taskDone: string;
  taskOpen: string;
  /** Buttons that draw more of what is too large to be drawn at once. */
  more: string;
  moreRows: string;
  moreColumns: string;
}

/**
 * Addresses that belong to the program itself, for texts that it brings along. A text from outside is drawn without, so
 * that nothing in it can be fetched or followed unasked.
 */
export interface MarkdownPlaces {
  /** True for an address that `open` understands. */
  has: (href: string) => boolean;
  open: (href: string) => void;
  /** From where a picture of the program is loaded; `null` for any other. */
  picture: (address: string) => string | null;
}

/** What drawing needs besides the tokens. Its identity holds still while labels do. */
export interface MarkdownEnv {
  labels: MarkdownLabels;
  /** Called with an address that has passed the gate. */
  openLink: (href: string) => void;
  /** Called with the address of a picture as it was written. Absent: pictures cannot be opened. */
  openImage: ((address: string, alt: string) => void) | undefined;
  /** Absent for everything that a model, a gateway or a person wrote. */
  places: MarkdownPlaces | undefined;
  /** Makes ids of one document unique on the page. */
  idPrefix: string;
}
