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

/**
 * A larger source is not drawn: where a browser gives the frame no process of its own, its layout would hold the page for
 * more than a few seconds. A statement is a line, or ends at a semicolon.
 */
export const diagramLimits = { characters: 20_000, statements: 300, edges: 200 } as const;
