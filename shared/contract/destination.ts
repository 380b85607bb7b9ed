/** A place in the page to which something outside it leads: a notification, a taskbar, a file manager. */
export type Destination =
  /** Where the request was made, or its record where that is not known. */
  | { kind: 'exchange'; id: string }
  | { kind: 'task'; id: string }
  | { kind: 'check'; connectionId: string; id: string }
  /** A conversation, a corpus, or whatever else a panel stores under an ID. */
  | { kind: 'document'; panel: string; id: string }
  | { kind: 'panel'; id: string };
