import type { FileRef } from '#shared/protocol/part.ts';
import type { Answer } from './answer.ts';
import type { ParameterValues, TextRouteId } from './parameters.ts';

/** A file that goes with a turn. Small text files carry their text and are sent as text; all others as base64. */
export interface Attachment {
  file: FileRef;
  text: string | null;
}

/** A tool the model may call. `parameters` is a JSON schema as the person typed it. */
export interface ToolDefinition {
  name: string;
  description: string;
  parameters: string;
}

interface Node {
  id: string;
  parentId: string | null;
  createdAt: number;
}

export interface UserTurn extends Node {
  role: 'user';
  text: string;
  attachments: Attachment[];
  /** Written by the Continue button after a cut answer. */
  continues?: boolean;
  /** Sent with later requests although it got no reply; see `isLeftOut`. */
  inContext?: boolean;
}

/** Outputs given by hand to the calls of the answer above. */
export interface ToolTurn extends Node {
  role: 'tool';
  outputs: { callId: string; name: string; output: string }[];
}

export interface AssistantTurn extends Node {
  role: 'assistant';
  routeId: TextRouteId;
  connectionId: string;
  /** The names and the key are missing in turns of earlier versions. */
  connectionName?: string;
  keyId?: string | null;
  keyAlias?: string | null;
  model: string;
  /** Known from the first part on; the way to the wire record. The first attempt is asked for under the id of the turn. */
  exchangeId: string | null;
  /** What was read so far; final once `answer.state` is. */
  answer: Answer;
}

export type Turn = UserTurn | ToolTurn | AssistantTurn;

/** One conversation: a tree of turns in which every edit and retry is a new branch, so that nothing is overwritten. */
export interface Conversation {
  id: string;
  title: string;
  /** The person named it: it is no longer renamed after its first turn. */
  named: boolean;
  starred: boolean;
  createdAt: number;
  /**
   * Where the next request is sent. With turns it belongs to this conversation and changes only when the user says so;
   * without any it is what is selected for the page. The names are missing in conversations of earlier versions.
   */
  routeId: TextRouteId;
  connectionId: string | null;
  connectionName?: string;
  keyId: string | null;
  keyAlias?: string | null;
  model: string;
  system: string;
  parameters: ParameterValues;
  tools: ToolDefinition[];
  /** A JSON schema for structured output as typed, and whether it is sent. */
  schema: { on: boolean; name: string; text: string };
  /** The body typed by hand that replaces the composed one, or `null` while the form rules. */
  override: string | null;
  turns: Record<string, Turn>;
  /** Which child is shown below each turn; the root's key is `root`. */
  chosen: Record<string, string>;
}

export function newConversation(id: string, now: number, from: Partial<Conversation> = {}): Conversation {
  return {
    title: '',
    named: false,
    starred: false,
    routeId: 'chat.completions',
    connectionId: null,
    keyId: null,
    model: '',
    system: '',
    parameters: {},
    tools: [],
    schema: { on: false, name: 'answer', text: '' },
    override: null,
    ...from,
    id,
    createdAt: now,
    turns: {},
    chosen: {},
  };
}

/** Connection, key, route and model: what a new conversation takes from the one before it. */
export const socketsOf = ({ connectionId, connectionName, keyId, keyAlias, routeId, model }: Conversation) => ({
  connectionId,
  ...(connectionName === undefined ? {} : { connectionName }),
  keyId,
  ...(keyAlias === undefined ? {} : { keyAlias }),
  routeId,
  model,
});

const slot = (parentId: string | null): string => parentId ?? 'root';

/** Turns by their parent, oldest first. Turns are replaced and never changed, so each set of them is sorted once. */
const sorted = new WeakMap<Conversation['turns'], Map<string, Turn[]>>();

function byParent(turns: Conversation['turns']): Map<string, Turn[]> {
  const known = sorted.get(turns);
  if (known) return known;
  const made = Map.groupBy(Object.values(turns), ({ parentId }) => slot(parentId));
  for (const below of made.values())
    if (below.length > 1)
      below.sort((first, second) => first.createdAt - second.createdAt || (first.id < second.id ? -1 : 1));
  sorted.set(turns, made);
  return made;
}

/** Has no turn. Asked for often, and turns are too many to be counted each time. */
export const saysNothing = ({ turns }: Pick<Conversation, 'turns'>): boolean => byParent(turns).size === 0;

/** Turns below one parent, oldest first. */
export const siblings = (conversation: Conversation, parentId: string | null): readonly Turn[] =>
  byParent(conversation.turns).get(slot(parentId)) ?? [];

const shown = new WeakMap<Conversation, readonly Turn[]>();

/** The branch that is shown: from the first turn to the last chosen one. The same list for the same conversation. */
export function shownTurns(conversation: Conversation): readonly Turn[] {
  const known = shown.get(conversation);
  if (known) return known;
  const branch: Turn[] = [];
  for (let below = siblings(conversation, null); below.length > 0; ) {
    const parentId = branch.at(-1)?.id ?? null;
    const next = below.find((turn) => turn.id === conversation.chosen[slot(parentId)]) ?? (below.at(-1) as Turn);
    branch.push(next);
    below = siblings(conversation, next.id);
  }
  shown.set(conversation, branch);
  return branch;
}

/** The turns from the first one down to `id`, itself included. */
export function pathTo(conversation: Conversation, id: string | null): Turn[] {
  const path: Turn[] = [];
  for (let turn = id ? conversation.turns[id] : undefined; turn; ) {
    path.unshift(turn);
    turn = turn.parentId ? conversation.turns[turn.parentId] : undefined;
  }
  return path;
}

/** Adds a turn and shows its branch. */
export function addTurn(conversation: Conversation, turn: Turn): Conversation {
  return {
    ...conversation,
    turns: { ...conversation.turns, [turn.id]: turn },
    chosen: { ...conversation.chosen, [slot(turn.parentId)]: turn.id },
  };
}

/** Shows another version of the turn `id`: `step` is -1 for the older one, 1 for the newer one. */
export function chooseVersion(conversation: Conversation, id: string, step: -1 | 1): Conversation {
  const turn = conversation.turns[id];
  if (!turn) return conversation;
  const versions = siblings(conversation, turn.parentId);
  const next = versions[versions.findIndex((version) => version.id === id) + step];
  if (!next) return conversation;
  return { ...conversation, chosen: { ...conversation.chosen, [slot(turn.parentId)]: next.id } };
}

/** Chooses, all the way up, the branch on which the turn `id` is shown. */
export function showTurn(conversation: Conversation, id: string): Conversation {
  const chosen = Object.fromEntries(pathTo(conversation, id).map((turn) => [slot(turn.parentId), turn.id]));
  return { ...conversation, chosen: { ...conversation.chosen, ...chosen } };
}

/** Replaces the answer of an assistant turn; the conversation is returned unchanged when the turn is gone. */
export function putAnswer(
  conversation: Conversation,
  id: string,
  change: Partial<Pick<AssistantTurn, 'answer' | 'exchangeId'>>,
): Conversation {
  const turn = conversation.turns[id];
  if (turn?.role !== 'assistant') return conversation;
  return { ...conversation, turns: { ...conversation.turns, [id]: { ...turn, ...change } } };
}

/** Sends the prompt `id` with later requests, or leaves it out, although it got no reply. */
export function putInContext(conversation: Conversation, id: string, inContext: boolean): Conversation {
  const turn = conversation.turns[id];
  if (turn?.role !== 'user') return conversation;
  return { ...conversation, turns: { ...conversation.turns, [id]: { ...turn, inContext } } };
}

/** The newest reply on the shown branch, running or ended. */
export function newestAnswer(conversation: Conversation): AssistantTurn | null {
  const newest = shownTurns(conversation).findLast((turn) => turn.role === 'assistant');
  return newest?.role === 'assistant' ? newest : null;
}

/** A title from the first words of the first turn: at most 60 characters, cut at a word. */
export function titleFrom(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  if (line.length <= 60) return line;
  const cut = line.slice(0, 60);
  const space = cut.lastIndexOf(' ');
  return `${space > 30 ? cut.slice(0, space) : cut}…`;
}
