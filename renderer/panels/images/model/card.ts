import type { ConversationRow } from '#shared/contract/library.ts';
import type { SavedDocument } from '../../../lib/documents/document-storage.ts';
import { type Call, type Generation, type ImageTask, imagesOf, stateOf, titleOf, tookMs } from './generation.ts';
import { textEditOf } from './text-edit.ts';

/** What a card of the gallery shows. All of it is in the row of the library, so that no document is opened for it. */
export interface Card {
  id: string;
  title: string;
  model: string;
  starred: boolean;
  state: Call['state'];
  /** A text edit of an earlier version: it has no images. */
  isText: boolean;
  createdAt: number;
  tookMs: number | null;
  /** Pixels of the first image; `null` when there is none. */
  size: string | null;
  /** The requested size, where the image has another. */
  requestedSize: string | null;
  imageCount: number;
  thumbId: string | null;
  parentId: string | null;
  failureCode: string | null;
  /** The task that generates its images, and has not delivered any yet. */
  task: PendingTask | null;
}

/** `rowId`: of the task monitor that follows it; `null` before it does. */
export type PendingTask = Pick<ImageTask, 'rowId'>;

const states: Readonly<Record<string, Call['state']>> = {
  r: 'running',
  d: 'done',
  w: 'done-with-warnings',
  i: 'interrupted',
  f: 'failed',
  c: 'cancelled',
};
/** Takes the place of the state while a task generates the images; the place of the thumbnail is that of the task. */
const pendingLetter = 'p';

/** Returns the task that has not delivered the images of a generation yet. */
export function pendingTaskOf(generation: Generation): PendingTask | null {
  const state = stateOf(generation);
  const isDone = state === 'done' || state === 'done-with-warnings';
  if (!isDone || imagesOf(generation).length > 0) return null;
  return generation.calls.find(({ task }) => task)?.task ?? null;
}

const letterOf = (state: Call['state']) => Object.entries(states).find(([, one]) => one === state)?.[0] ?? 'f';

const textLetter = 't';
const routeLetter = (generation: Generation) =>
  textEditOf(generation) ? textLetter : generation.order.routeId === 'images.edits' ? 'e' : 'g';

/** Rounded to whole milliseconds, as everywhere else. */
const lettersOf = (ms: number | null): string => (ms === null ? '' : Math.round(ms).toString(36));

/** Earlier versions wrote fractions: their first digit is enough to round. */
function numberOf(letters: string): number {
  const [whole = '', fraction = ''] = letters.split('.');
  return Number.parseInt(whole, 36) + (Number.parseInt(fraction.charAt(0) || '0', 36) >= 18 ? 1 : 0);
}

/** Writes the note: its fields in order. It has room for 120 letters. */
export function noteOf(generation: Generation): string {
  const { order, createdAt, parent, thumb, calls } = generation;
  const images = imagesOf(generation);
  const [first] = images;
  const size = first?.width && first.height ? `${first.width}x${first.height}` : '';
  const requested = typeof order.fields.size === 'string' && order.fields.size !== size ? order.fields.size : '';
  const task = pendingTaskOf(generation);
  const failure = calls.find((call) => call.failure)?.failure?.code ?? '';
  return [
    task ? pendingLetter : letterOf(stateOf(generation)),
    routeLetter(generation),
    createdAt.toString(36),
    lettersOf(tookMs(generation)),
    size,
    size && requested.length <= 11 ? requested : '',
    String(images.length),
    (task ? task.rowId : thumb?.id) ?? '',
    parent?.generationId ?? '',
    failure.slice(0, 16),
  ].join('|');
}

/** Reads a row of the library; one written by an older version is shown as far as it can be read. */
export function cardOf(row: ConversationRow): Card {
  const [state = '', route = '', created = '', took = '', size = '', requested = '', images = '', thumb, parent, code] =
    row.note.split('|');
  return {
    id: row.id,
    title: row.title,
    model: row.model ?? '',
    starred: row.starred,
    state: state === pendingLetter ? 'done' : (states[state] ?? 'failed'),
    isText: route === textLetter,
    createdAt: created ? Number.parseInt(created, 36) : row.createdAt,
    tookMs: took ? numberOf(took) : null,
    size: size || null,
    requestedSize: requested || null,
    imageCount: Number(images) || 0,
    thumbId: (state === pendingLetter ? null : thumb) || null,
    parentId: parent || null,
    failureCode: code || null,
    task: state === pendingLetter ? { rowId: thumb || null } : null,
  };
}

/** The generations of one Send start within this time, ms. */
const togetherMs = 10;

/** Returns the ids of cards that were sent together: they differ in their models. */
export function sentTogether(cards: readonly Card[]): ReadonlySet<string> {
  const sorted = cards.toSorted((first, second) => first.createdAt - second.createdAt);
  const pairs = sorted.slice(1).flatMap((card, index) => {
    const before = sorted[index] as Card;
    const isPair =
      card.title === before.title && card.model !== before.model && card.createdAt - before.createdAt < togetherMs;
    return isPair ? [before.id, card.id] : [];
  });
  return new Set(pairs);
}

interface VariationRow {
  card: Card;
  /** Generations below the first ancestor. */
  depth: number;
}

/** Returns the family of a generation: its first ancestor and everything made from it, each below its parent. */
export function variationsOf(cards: readonly Card[], id: string): VariationRow[] {
  const byId = new Map(cards.map((card) => [card.id, card]));
  const children = new Map<string, Card[]>();
  for (const card of cards)
    if (card.parentId !== null) children.set(card.parentId, [...(children.get(card.parentId) ?? []), card]);
  const start = byId.get(id);
  if (!start) return [];
  let root = start;
  const seen = new Set([root.id]);
  for (;;) {
    const parent: Card | undefined = root.parentId === null ? undefined : byId.get(root.parentId);
    if (!parent || seen.has(parent.id)) break;
    seen.add(parent.id);
    root = parent;
  }
  const rows: VariationRow[] = [];
  const listed = new Set<string>();
  const list = (card: Card, depth: number) => {
    if (listed.has(card.id)) return;
    listed.add(card.id);
    rows.push({ card, depth });
    const below = [...(children.get(card.id) ?? [])].sort((first, second) => first.createdAt - second.createdAt);
    for (const child of below) list(child, depth + 1);
  };
  list(root, 0);
  return rows;
}

/** Returns the document of a generation. Its searchable content is in the passages. */
export function rowOf(generation: Generation, starred: boolean): SavedDocument {
  const { id, order } = generation;
  const revised = imagesOf(generation).flatMap(({ revisedPrompt }) => revisedPrompt ?? []);
  const text = textEditOf(generation);
  return {
    id,
    panel: 'images',
    title: titleOf(generation),
    starred,
    model: order.model || null,
    note: noteOf(generation),
    content: JSON.stringify(generation),
    passages: [order.prompt, ...revised, ...(text ? [text.input, ...text.results] : [])]
      .filter((text) => text.trim() !== '')
      .map((text, index) => ({ messageId: String(index), text })),
  };
}
