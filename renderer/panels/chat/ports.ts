import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { Client } from '#shared/contract/index.ts';
import type { Part } from '#shared/protocol/part.ts';
import type { SaveTrouble } from '../../lib/documents/autosave.ts';
import type { RunStarter } from '../../lib/runs/live-run.ts';
import type { Conversation } from './model/conversation.ts';

/** What the panel needs from outside; by hand in tests. */
export interface ChatPorts {
  client: Pick<Client, 'library' | 'exchanges'>;
  /** Sends a draft under an id and follows it to its end, over broken lines too. */
  send: (draft: DraftInput & { exchangeId: string }) => AsyncIterable<Part>;
  startRun: RunStarter;
  newId: () => string;
  now: () => number;
  /** Words that become part of a conversation, in the language of the moment. */
  words: () => {
    lost: { message: string; hint: string };
    copyTitle: (title: string) => string;
    continuePrompt: string;
  };
  /** An answer has an exchange on the wire. */
  onExchange?: (exchangeId: string, place: { conversationId: string; turnId: string }) => void;
  /** A conversation was opened by the user: what it belongs to is to be selected. */
  onOpened?: (conversation: Conversation) => void;
  /** Something was to be sent while the user still has to choose where; nothing was. */
  onRefused?: () => void;
  /** A conversation was changed elsewhere and ours became a copy, or could not be saved at all. */
  onTrouble: (trouble: SaveTrouble) => void;
}
