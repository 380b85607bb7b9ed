import type { Connection } from '#shared/contract/connections.ts';
import { looksSecret } from '#shared/protocol/header-rules.ts';
import { stampOfText } from '../../lib/documents/stamp.ts';
import {
  type ConnectionFields,
  draftOf,
  emptyFields,
  fieldsOf,
  type HeaderField,
} from '../../lib/gateway/connections/connection-fields.ts';
import { persistedStore } from '../../lib/preferences/persisted-store.ts';

/** Unsaved changes of one connection. */
export interface ConnectionEdits {
  fields: ConnectionFields;
  /** Identifies the saved state they are based on. */
  stamp: string;
}

interface Drafts {
  /** By connection. They survive leaving the panel and a reload; header values that look like secrets do not. */
  edits: Record<string, ConnectionEdits>;
}

const useDrafts = persistedStore<Drafts>(
  'connection-drafts',
  { edits: {} },
  { keep: withoutSecrets, read: readDrafts, shared: 'parts' },
);

export const useEdits = (id: string): ConnectionEdits | undefined => useDrafts(({ edits }) => edits[id]);

/** Returns the edits of a connection, outside React. */
export const editsOf = (id: string): ConnectionEdits | undefined => useDrafts.getState().edits[id];

/** The newest save of each connection by this page: the state that its form showed, and the one that was saved. */
const ownSaves = new Map<string, { from: string; to: string }>();

/**
 * Keeps what the user typed. A form may still show the state before the page's own save, while the list is read again:
 * edits made there are based on the saved state.
 */
export function keepEdits(connection: Connection, fields: ConnectionFields): void {
  const shown = stampOf(connection);
  const own = ownSaves.get(connection.id);
  const base = own?.from === shown ? own.to : shown;
  if (own?.from !== shown) ownSaves.delete(connection.id);
  useDrafts.setState(({ edits }) => ({
    edits: { ...edits, [connection.id]: { fields, stamp: edits[connection.id]?.stamp ?? base } },
  }));
}

/**
 * Ends the edits that were saved. What was typed since they were sent is kept, based on the saved state.
 *
 * @param before the connection as the form showed it.
 */
export function settleEdits(before: Connection, saved: Connection, sent: ConnectionFields): void {
  const stamp = stampOf(saved);
  ownSaves.set(saved.id, { from: stampOf(before), to: stamp });
  useDrafts.setState(({ edits: { [saved.id]: own, ...others } }) => ({
    edits: !own || isSame(own.fields, sent) ? others : { ...others, [saved.id]: { ...own, stamp } },
  }));
}

/** Bases the user's edits on the newer saved state, after they chose to keep them. */
export function rebaseEdits(connection: Connection): void {
  useDrafts.setState(({ edits }) => {
    const own = edits[connection.id];
    return own ? { edits: { ...edits, [connection.id]: { ...own, stamp: stampOf(connection) } } } : { edits };
  });
}

export function dropEdits(id: string): void {
  useDrafts.setState(({ edits }) => {
    const { [id]: _dropped, ...others } = edits;
    return { edits: others };
  });
}

/** Returns the same text for the same saved state. It is not reversible, because headers may contain secrets. */
export const stampOf = (connection: Connection): string => stampOfText(JSON.stringify(draftOf(fieldsOf(connection))));

/** The editable parts, in the order of the form. */
const parts = [
  'name',
  'address',
  'prefixes',
  'query',
  'routePaths',
  'keyHeader',
  'nativeKeyStyle',
  'colour',
  'headers',
  'proxy',
  'extraCa',
  'deadlines',
  'retries',
  'exposedRoutes',
  'reasoningTags',
  'mediaOrigins',
] as const satisfies readonly (keyof ConnectionFields)[];
export type ConnectionPart = (typeof parts)[number];

/** Returns the parts in which two states differ. */
export function differingParts(first: ConnectionFields, second: ConnectionFields): ConnectionPart[] {
  const textOf = (fields: ConnectionFields, part: ConnectionPart) =>
    JSON.stringify(part === 'headers' ? fields.headers.map(({ name, value }) => [name, value]) : fields[part]);
  return parts.filter((part) => textOf(first, part) !== textOf(second, part));
}

/** A row that was only begun counts as a change: it must not disappear while the user is typing. */
export const isSame = (first: ConnectionFields, second: ConnectionFields): boolean =>
  first.acceptedOrigin === second.acceptedOrigin && differingParts(first, second).length === 0;

/** Restores omitted header values from the saved connection where it has them. */
export function withSavedValues(fields: ConnectionFields, connection: Connection): ConnectionFields {
  if (!fields.headers.some(({ isLost }) => isLost)) return fields;
  const saved = new Map(connection.headers.map(([name, value]) => [name.toLowerCase(), value]));
  const fill = (header: HeaderField): HeaderField => {
    const value = header.isLost ? saved.get(header.name.toLowerCase()) : undefined;
    return value === undefined ? header : { id: header.id, name: header.name, value };
  };
  return { ...fields, headers: fields.headers.map(fill) };
}

/** A pasted address may contain credentials before the host. */
function withoutLogin(address: string): string {
  return address.replace(/\/\/[^/?#]*@/, '//');
}

/** Returns the part that may be stored: settings contain no secrets. */
export function withoutSecrets({ edits }: Drafts): Drafts {
  const without = (header: HeaderField): HeaderField =>
    looksSecret(header.name, header.value) ? { ...header, value: '', isLost: true } : header;
  return {
    edits: Object.fromEntries(
      Object.entries(edits).map(([id, { fields, stamp }]) => [
        id,
        {
          stamp,
          fields: {
            ...fields,
            address: withoutLogin(fields.address),
            proxy: { ...fields.proxy, address: withoutLogin(fields.proxy.address) },
            headers: fields.headers.map(without),
          },
        },
      ]),
    ),
  };
}

/** Reads saved drafts. Fields that an older version did not save get their defaults. */
export function readDrafts(stored: Record<string, unknown>): Partial<Drafts> {
  const { edits } = stored;
  if (typeof edits !== 'object' || edits === null) return {};
  const read = Object.entries(edits as Record<string, Partial<ConnectionEdits> | null>).flatMap(([id, draft]) =>
    typeof draft?.stamp === 'string' && typeof draft.fields?.address === 'string'
      ? [[id, { stamp: draft.stamp, fields: { ...emptyFields(), ...draft.fields } }] as const]
      : [],
  );
  return { edits: Object.fromEntries(read) };
}
