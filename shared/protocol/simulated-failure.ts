/** The kinds of failures that the demo gateway simulates, in the order in which they are listed. */
export const failureGroups = ['refused', 'cut', 'slow', 'malformed', 'contents', 'data', 'media', 'session'] as const;
export type FailureGroup = (typeof failureGroups)[number];

/** One failure that the demo gateway simulates, as the app and the terminal list it. */
export interface SimulatedFailure {
  /** Selects it, also as the model `faulty/<name>`. */
  name: string;
  group: FailureGroup;
  /** In each language of the interface; the terminal speaks English. */
  title: { en: string; 'zh-CN': string };
}
