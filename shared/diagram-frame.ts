/** Address of the document in which diagrams are drawn, on the page's own origin. */
export const diagramFramePath = '/diagram-frame';

/** Sent to the frame once, with the port that takes the reply. */
export interface DiagramRequest {
  /** Text of the library that draws: the frame cannot load anything. */
  library: string;
  source: string;
  dark: boolean;
}

/** An image with its size in CSS pixels, or what the library says is wrong with the source. */
export type DiagramReply = { svg: string; width: number; height: number } | { error: string };

/** A longer source is not drawn: its layout would take too long. */
export const longestDiagram = 20_000;
