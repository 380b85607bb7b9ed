import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { Client } from '#shared/contract/index.ts';
import type { Part } from '#shared/protocol/part.ts';
import type { EmbeddedTexts, EmbedTextsOptions } from '../../lib/corpus/embed-texts.ts';
import type { SaveTrouble } from '../../lib/documents/autosave.ts';
import type { RunStarter } from '../../lib/runs/live-run.ts';
import type { RankSet } from './model/rank-set.ts';

/** What the store needs from outside; tests pass fakes. */
export interface RankPorts {
  client: Pick<Client, 'library' | 'exchanges'>;
  /** Sends a draft and follows it to its end, across lost connections too. */
  send: (draft: DraftInput) => AsyncIterable<Part>;
  startRun: RunStarter;
  embedTexts: (options: EmbedTextsOptions) => Promise<EmbeddedTexts>;
  /** Counts work without an exchange of its own; the returned function ends it. */
  beginWork: () => () => void;
  newId: () => string;
  now: () => number;
  words: () => { lost: { message: string; hint: string }; copyTitle: (title: string) => string };
  onExchange: (exchangeId: string, setId: string) => void;
  onSettled: (set: RankSet) => void;
  onTrouble: (trouble: SaveTrouble) => void;
}
