/** What a request asked for and its response may not repeat. It is stored with the exchange, to read it again. */
export interface Asked {
  /** The number type of vectors, such as `binary`, in lower case. */
  vectorType?: string;
  /** Number of texts to embed. */
  inputs?: number;
  /** The documents to rank, each as a fingerprint of its text; `null` for one that is not a text. */
  documents?: (string | null)[];
}
