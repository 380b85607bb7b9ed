import type { Attachment } from '#shared/protocol/compose/material.ts';
import type { ParameterValues, TextRouteId } from '#shared/protocol/compose/text-parameters.ts';
import type { ToolDefinition } from '../../../lib/gateway/parameters/tool-definition.ts';
import { type Answer, isSettled } from './answer.ts';

interface Node {
  id: string;
  parentId: string | null;
  createdAt: number;
}

export interface UserTurn extends Node {
  role: 'user';
  text: string;
  attachments: Attachment[];
  /** Created by the Continue button after a reply was cut off. */
  continues?: boolean;
  /** Sent with later requests although it got no reply; see `isLeftOut`. */
  inContext?: boolean;
}

/** Outputs that the user entered for the calls of the reply above. */
export interface ToolTurn extends Node {
  role: 'tool';
  outputs: { callId: string; name: string; output: string }[];
}

export interface AssistantTurn extends Node {
  role: 'assistant';
  routeId: TextRouteId;
  connectionId: string;
  /** Turns of earlier versions lack the names and the key. */
  connectionName?: string;
  keyId?: string | null;
  keyAlias?: string | null;
  model: string;
  /** Known once the first part has arrived; leads to the wire record. The first attempt uses the turn's own id. */
  exchangeId: string | null;
  /** What has been read so far; final once `answer.state` is. */
  answer: Answer;
}

export type Turn = UserTurn | ToolTurn | AssistantTurn;

/** One conversation: a tree of turns in which every edit and retry adds a branch, so that nothing is overwritten. */
export interface Conversation {
  id: string;
  title: string;
  /** The user named it, so its first turn no longer renames it. */
  named: boolean;
  starred: boolean;
  createdAt: number;
  /**
   * Where the next request is sent. With turns it belongs to this conversation and changes only when the user changes
   * it; without any it follows what is selected for the page. Conversations of earlier versions lack the names.
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
  /** Absent in conversations of earlier versions, which send the tools that they have. */
  sendsTools?: boolean;
  /**
   * Whether images of its replies are sent with later requests, and what the provider demands back with the replies:
   * signatures, reasoning, items. Absent in conversations of earlier versions, which send both.
   */
  sendsImages?: boolean;
  sendsForms?: boolean;
  /** A JSON schema for structured output as typed, and whether it is sent. */
  schema: { on: boolean; name: string; text: string };
  /** The edited body that replaces the composed one, or `null` while the form is in use. */
  override: string | null;
  turns: Record<string, Turn>;
  /** The child shown below each turn; the key of the root is `root`. */
  chosen: Record<string, string>;
  /**
   * Only the last turns of the shown branch have been read yet: their ids, oldest first, and how many are above them.
   * Absent from a whole conversation.
   */
  unread?: { ids: readonly string[]; earlier: number };
}

export const sendsTools = ({ sendsTools: sends, tools }: Conversation): boolean => sends ?? tools.length > 0;

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

/** Returns connection, key, route and model, which a new conversation takes over from the previous one. */
export const socketsOf = ({ connectionId, connectionName, keyId, keyAlias, routeId, model }: Conversation) => ({
  connectionId,
  ...(connectionName === undefined ? {} : { connectionName }),
  keyId,
  ...(keyAlias === undefined ? {} : { keyAlias }),
  routeId,
  model,
});

const slot = (parentId: string | null): string => parentId ?? 'root';

/** Turns by parent, oldest first. Turns are replaced and never mutated, so each set is sorted once. */
const sorted = new WeakMap<Conversation['turns'], Map<string, Turn[]>>();

function byParent(turns: Conversation['turns']): Map<string, Turn[]> {
  const cached = sorted.get(turns);
  if (cached) return cached;
  const grouped = Map.groupBy(Object.values(turns), ({ parentId }) => slot(parentId));
  for (const below of grouped.values())
    if (below.length > 1)
      below.sort((first, second) => first.createdAt - second.createdAt || (first.id < second.id ? -1 : 1));
  sorted.set(turns, grouped);
  return grouped;
}

/** Whether it has no turn. Called often, so it must not count all turns each time. */
export const hasNoTurns = ({ turns }: Pick<Conversation, 'turns'>): boolean => byParent(turns).size === 0;

/** Returns the turns below one parent, oldest first. */
export const siblings = (conversation: Conversation, parentId: string | null): readonly Turn[] =>
  byParent(conversation.turns).get(slot(parentId)) ?? [];

const shown = new WeakMap<Conversation, readonly Turn[]>();

/**
 * Returns the shown branch, from the first turn that has been read to the last selected one. Returns the same array for
 * the same conversation.
 */
export function shownTurns(conversation: Conversation): readonly Turn[] {
  const cached = shown.get(conversation);
  if (cached) return cached;
  const branch: Turn[] = [];
  const above = conversation.turns[conversation.unread?.ids[0] ?? '']?.parentId ?? null;
  for (let below = siblings(conversation, above); below.length > 0; ) {
    const parentId = branch.at(-1)?.id ?? above;
    const next = below.find((turn) => turn.id === conversation.chosen[slot(parentId)]) ?? (below.at(-1) as Turn);
    branch.push(next);
    below = siblings(conversation, next.id);
  }
  shown.set(conversation, branch);
  return branch;
}

/**
 * Returns the last shown turn whose reply is running.
 *
 * @param runs the running replies by turn, of all conversations. The turns are searched only for one of their own.
 */
export function runningTurn(conversation: Conversation, runs: Readonly<Record<string, unknown>>): Turn | undefined {
  const isRunning = Object.keys(runs).some((id) => runs[id] && conversation.turns[id]);
  return isRunning ? shownTurns(conversation).findLast(({ id }) => runs[id]) : undefined;
}

/** Returns the turns from the first one down to `id`, inclusive. */
export function pathTo(conversation: Conversation, id: string | null): Turn[] {
  const path: Turn[] = [];
  for (let turn = id ? conversation.turns[id] : undefined; turn; ) {
    path.push(turn);
    turn = turn.parentId ? conversation.turns[turn.parentId] : undefined;
  }
  return path.reverse();
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
export function selectVersion(conversation: Conversation, id: string, step: -1 | 1): Conversation {
  const turn = conversation.turns[id];
  if (!turn) return conversation;
  const versions = siblings(conversation, turn.parentId);
  const next = versions[versions.findIndex((version) => version.id === id) + step];
  if (!next) return conversation;
  return { ...conversation, chosen: { ...conversation.chosen, [slot(turn.parentId)]: next.id } };
}

/** Selects, all the way up, the branch that contains the turn `id`. */
export function showTurn(conversation: Conversation, id: string): Conversation {
  const chosen = Object.fromEntries(pathTo(conversation, id).map((turn) => [slot(turn.parentId), turn.id]));
  return { ...conversation, chosen: { ...conversation.chosen, ...chosen } };
}

/** Replaces the reply of an assistant turn; returns the conversation unchanged when the turn no longer exists. */
export function replaceAnswer(
  conversation: Conversation,
  id: string,
  change: Partial<Pick<AssistantTurn, 'answer' | 'exchangeId'>>,
): Conversation {
  const turn = conversation.turns[id];
  if (turn?.role !== 'assistant') return conversation;
  return { ...conversation, turns: { ...conversation.turns, [id]: { ...turn, ...change } } };
}

/** Includes the prompt `id` in later requests although it got no reply, or leaves it out. */
export function setInContext(conversation: Conversation, id: string, inContext: boolean): Conversation {
  const turn = conversation.turns[id];
  if (turn?.role !== 'user') return conversation;
  return { ...conversation, turns: { ...conversation.turns, [id]: { ...turn, inContext } } };
}

/** Returns the newest reply on the shown branch, running or ended. */
export function newestAnswer(conversation: Conversation): AssistantTurn | null {
  const newest = shownTurns(conversation).findLast((turn) => turn.role === 'assistant');
  return newest?.role === 'assistant' ? newest : null;
}

/** Returns a title from the first words of the first turn: at most 60 characters, cut at a word. */
export function titleFrom(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  if (line.length <= 60) return line;
  const cut = line.slice(0, 60);
  const space = cut.lastIndexOf(' ');
  return `${space > 30 ? cut.slice(0, space) : cut}…`;
}

/**
 * Returns assistant turns whose run was in progress when the conversation was last saved and whose record can complete
 * them.
 */
export function unsettledTurns(conversation: Conversation): AssistantTurn[] {
  return Object.values(conversation.turns).filter(
    (turn): turn is AssistantTurn => turn.role === 'assistant' && !isSettled(turn.answer),
  );
}

/** Returns the exchanges of all finished replies, those of other branches included. */
export const repliesOf = ({ turns }: Pick<Conversation, 'turns'>): string[] =>
  Object.values(turns).flatMap((turn) =>
    turn.role === 'assistant' && turn.exchangeId !== null && isSettled(turn.answer) ? [turn.exchangeId] : [],
  );
