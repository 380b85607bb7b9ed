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
}

/** What drawing needs besides the tokens. Its identity holds still while labels do. */
export interface MarkdownEnv {
  labels: MarkdownLabels;
  /** Called with an address that has passed the gate. */
  openLink: (href: string) => void;
  /** Called with the address of a picture as it was written. Absent: pictures cannot be opened. */
  openImage: ((address: string, alt: string) => void) | undefined;
  /** Makes ids of one document unique on the page. */
  idPrefix: string;
}
