import type { DraftInput } from '#shared/contract/exchanges.ts';
import { collectFiles, composers } from '#shared/protocol/compose/compose.ts';
import { entriesOf, turnsFor } from '#shared/protocol/compose/context.ts';
import { fileToken, type InlineFile, inlineFile } from '#shared/protocol/compose/inline-file.ts';
import type { PromptTarget, PromptTurn } from '#shared/protocol/compose/material.ts';
import {
  addedFields,
  bodyFragment,
  parametersOf,
  previousResponse,
  settingOf,
  type TextRouteId,
} from '#shared/protocol/compose/text-parameters.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { base64Bytes } from '../../../lib/files/uploads.ts';
import { turnsInContext } from './context.ts';
import type { Conversation, Turn } from './conversation.ts';
import { toolsAndSchema } from './tools-and-schema.ts';

/** A body as it will be sent, and what could not be put into it. */
export interface Composed {
  /** JSON, indented by two spaces, byte for byte what is sent once the file tokens are replaced. Written when it is read. */
  readonly text: string;
  /** Size as it is sent: UTF-8, with the base64 of each file in place of its token. Counted when it is read. */
  readonly sizeBytes: number;
  inline: readonly InlineFile[];
  /** Paths of fields that the user did not select. */
  added: readonly string[];
  /** Names of selected parameters or tools that cannot be sent as they are. */
  problems: string[];
}

/** Returns the size of a body as it is sent. */
export const bodyBytes = ({ text, inline }: { text: string; inline: readonly InlineFile[] }): number =>
  utf8Bytes(text) + grownBytes(text, inline);

/** Returns by how much the files of a text are larger than their tokens. */
function grownBytes(text: string, inline: readonly InlineFile[]): number {
  let grown = 0;
  for (const { token, sizeBytes } of inline)
    grown += (text.split(token).length - 1) * (base64Bytes(sizeBytes) - token.length);
  return grown;
}

const chunkLength = 65_536;

/** Returns the length in UTF-8. Only the parts of a long body that are not plain ASCII are encoded to count them. */
function utf8Bytes(text: string): number {
  let bytes = 0;
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + chunkLength);
    // A pair of surrogates is one character.
    if (/[\uD800-\uDBFF]/.test(text.charAt(to - 1))) to += 1;
    const chunk = text.slice(from, to);
    bytes += /^[\0-\x7f]*$/.test(chunk) ? chunk.length : encoder.encode(chunk).length;
    from = to;
  }
  return bytes;
}

const encoder = new TextEncoder();

/** The entries of one turn as they are written in the list of a body; empty for a turn that adds none. */
interface Piece {
  text: string;
  bytes: number;
  /** The files whose tokens it contains. */
  inline: readonly InlineFile[];
  /** Whether it contains any token, such as one in a pasted body. */
  hasTokens: boolean;
}

const separator = ',\n    ';

/** Turns are replaced and never mutated, so each is written once per protocol, however often a body is composed. */
const written = new WeakMap<object, WeakMap<PromptTurn, Piece>>();

function piecesOf(routeId: TextRouteId): WeakMap<PromptTurn, Piece> {
  const known = written.get(composers[routeId]) ?? new WeakMap<PromptTurn, Piece>();
  written.set(composers[routeId], known);
  return known;
}

function pieceOf(turn: PromptTurn, routeId: TextRouteId): Piece {
  const pieces = piecesOf(routeId);
  const known = pieces.get(turn);
  if (known) return known;
  const { base64Of, inline } = collectFiles();
  const entries = entriesOf(routeId, turn, base64Of);
  // JSON escapes the line ends of texts: those that are left are of its own layout.
  const text = entries.map((entry) => JSON.stringify(entry, null, 2).replaceAll('\n', '\n    ')).join(separator);
  const piece = { text, bytes: utf8Bytes(text), inline: inline(), hasTokens: text.includes(fileToken('')) };
  pieces.set(turn, piece);
  return piece;
}

/** Turns that can be written at once without a noticeable pause. */
const quickTurns = 400;

function unwritten(conversation: Conversation, turns: readonly Turn[]): PromptTurn[] {
  const { routeId } = conversation;
  const pieces = piecesOf(routeId);
  return turnsFor(turns, targetOf(conversation)).filter((turn) => !pieces.has(turn));
}

/** Whether a body with these turns can be composed without a noticeable pause. */
export const isQuick = (conversation: Conversation, turns: readonly Turn[]): boolean =>
  turns.length <= quickTurns || unwritten(conversation, turns).length <= quickTurns;

/** Writes the turns of a long conversation with pauses in between; composing its body is quick from then on. */
export async function writeAhead(
  conversation: Conversation,
  turns: readonly Turn[],
  signal: AbortSignal,
): Promise<void> {
  const left = unwritten(conversation, turns);
  for (let from = 0; from < left.length && !signal.aborted; from += quickTurns) {
    for (const turn of left.slice(from, from + quickTurns)) pieceOf(turn, conversation.routeId);
    await new Promise((done) => setTimeout(done));
  }
}

/** Where a conversation is sent, and what of its replies. */
export const targetOf = (
  conversation: Conversation,
  fragment = bodyFragment(conversation.parameters, conversation.routeId).fragment,
): PromptTarget => ({
  routeId: conversation.routeId,
  connectionId: conversation.connectionId,
  model: conversation.model,
  sendsImages: conversation.sendsImages ?? true,
  sendsForms: conversation.sendsForms ?? true,
  storesNothing: fragment.store === false,
});

/** Takes the place of the turns while the rest of a body is written. */
const turnsMark = `turns ${crypto.randomUUID()}`;

/**
 * Composes the body for the conversation's route from the given turns that are in its context; pure.
 *
 * @param refused names of fields that the gateway rejects.
 */
export function compose(conversation: Conversation, given: readonly Turn[], refused: readonly string[] = []): Composed {
  const { override, parameters, routeId, model, system } = conversation;
  if (override !== null) return typedBody(override, given);
  const { fragment, problems } = bodyFragment(parameters, routeId, refused);
  const { tools, schema, problems: unread } = toolsAndSchema(conversation);
  problems.push(...unread);
  const target = targetOf(conversation, fragment);
  let pieces: readonly Piece[] = [];
  const body = composers[routeId].compose({
    model,
    system,
    turns: turnsInContext(given),
    entriesOf(turns) {
      // The composer is given turns of this conversation, all or some of them.
      pieces = turnsFor(turns, target)
        .map((turn) => pieceOf(turn, routeId))
        .filter(({ text }) => text !== '');
      return pieces.length === 0 ? [] : [turnsMark];
    },
    fragment,
    refersToStored: refersToStored(conversation),
    tools,
    schema,
  });
  return joined(JSON.stringify(body, null, 2), pieces, problems, addedFields(parameters, routeId, refused));
}

/** Whether the user lets the gateway keep the conversation and refers to what it stored. */
function refersToStored({ parameters }: Conversation): boolean {
  const parameter = parametersOf.responses.find(({ name }) => name === previousResponse);
  const setting = parameter && settingOf(parameters, 'responses', parameter);
  return setting?.on === true && setting.value === true;
}

/** Puts the turns into the rest of a body. */
function joined(frame: string, pieces: readonly Piece[], problems: string[], added: readonly string[]): Composed {
  const [before = '', after = ''] = frame.split(JSON.stringify(turnsMark));
  const inline = [
    ...new Map(pieces.flatMap((piece) => piece.inline).map((file) => [file.token, file] as const)).values(),
  ];
  let text: string | undefined;
  let sizeBytes: number | undefined;
  return {
    inline,
    added,
    problems,
    get text() {
      text ??= `${before}${pieces.map((piece) => piece.text).join(separator)}${after}`;
      return text;
    },
    get sizeBytes() {
      sizeBytes ??= pieces.reduce(
        (sum, piece) => sum + piece.bytes + (piece.hasTokens ? grownBytes(piece.text, inline) : 0),
        bodyBytes({ text: before + after, inline }) + Math.max(0, pieces.length - 1) * separator.length,
      );
      return sizeBytes;
    },
  };
}

/** A body that the user typed, with the files that it names. */
function typedBody(text: string, turns: readonly Turn[]): Composed {
  const inline = inlineIn(text, turns);
  return {
    text,
    inline,
    added: [],
    problems: [],
    get sizeBytes() {
      return bodyBytes({ text, inline });
    },
  };
}

/** An edited body may still contain tokens of files in the turns it was made from. */
function inlineIn(text: string, turns: readonly Turn[]): Composed['inline'] {
  return turns
    .flatMap(filesOf)
    .map((file) => inlineFile({ file, text: null }))
    .filter(({ token }) => text.includes(token));
}

function filesOf(turn: Turn): FileRef[] {
  if (turn.role === 'user') return turn.attachments.map(({ file }) => file);
  if (turn.role === 'tool') return [];
  return [...turn.answer.images.flatMap(({ file }) => file ?? []), ...(turn.answer.form?.files ?? [])];
}

/** Returns the draft that sends a composed body to the conversation's route. */
export const draftFor = (
  { connectionId, keyId, routeId, model }: Conversation & { connectionId: string },
  { text, inline, added }: Pick<Composed, 'text' | 'inline' | 'added'>,
): DraftInput => ({
  connectionId,
  ...(keyId ? { keyId } : {}),
  routeId,
  params: routeId.startsWith('native.') ? { model } : {},
  body: { kind: 'json', text, inline: inline.map(({ token, fileId }) => ({ token, fileId })) },
  options: { added: [...added] },
});
