/** The strings that the Markdown view needs; they come from the app's catalog. */
export interface MarkdownLabels {
  copy: string;
  copied: string;
  copyFailed: string;
  /** Says that an image was not loaded, before its address. */
  image: string;
  footnotes: string;
  backToText: string;
  taskDone: string;
  taskOpen: string;
  /** Buttons that draw more of what is too large to be drawn at once. */
  more: string;
  moreRows: string;
  moreColumns: string;
  drawDiagram: string;
  showSource: string;
  /** Names the drawing. */
  diagram: string;
  /** Why it was not drawn; `words` are the parser's. */
  diagramFailed: (words: string) => string;
  diagramTooLarge: string;
  diagramTimedOut: string;
}

/**
 * Addresses that belong to the program itself, for texts that ship with it. Omitted for text from outside, so that
 * nothing in it can be fetched or followed without asking.
 */
export interface MarkdownPlaces {
  /** True for an address that `open` understands. */
  has: (href: string) => boolean;
  open: (href: string) => void;
  /** Returns where an image of the program is loaded from; `null` for any other. */
  picture: (address: string) => string | null;
}

/** What drawing needs besides the tokens. The same object as long as the labels are the same. */
export interface MarkdownEnv {
  labels: MarkdownLabels;
  /** Called with an address whose scheme is allowed. */
  openLink: (href: string) => void;
  /** Called with the address of an image as it was written. Absent: images cannot be opened. */
  openImage: ((address: string, alt: string) => void) | undefined;
  /** Absent for everything that a model, a gateway or a user wrote. */
  places: MarkdownPlaces | undefined;
  /** Makes ids of one document unique on the page. */
  idPrefix: string;
}
