/** A place in the page that something outside it links to: a notification, a taskbar, a file manager. */
export type Destination =
  /** Where the request was made, or its record if that is not known. */
  | { kind: 'exchange'; id: string }
  | { kind: 'task'; id: string }
  | { kind: 'check'; connectionId: string; id: string }
  /** A conversation, a corpus, or anything else that a panel stores under an id. */
  | { kind: 'document'; panel: string; id: string }
  | { kind: 'panel'; id: string };
