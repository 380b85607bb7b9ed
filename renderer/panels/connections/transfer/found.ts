import type { Connection } from '#shared/contract/connections.ts';
import {
  type ConnectionFields,
  checkFields,
  emptyFields,
  nameFor,
  newHeader,
} from '../../../lib/gateway/connections/connection-fields.ts';
import type { FoundConnection } from '../../../lib/recognise/recognise-all.ts';

/** A found connection as the preview shows it: secrets are counted and never part of it. */
export interface ShownConnection {
  /** Its place in what was found. */
  at: number;
  /** `null` for keys that came without an address. */
  fields: ConnectionFields | null;
  keys: { alias: string; length: number; isChosen: boolean }[];
  isChosen: boolean;
  /** Name of a connection here that has the same address. */
  sameAs: string | null;
}

/** What is shown of found connections. One whose address is here already is not ticked unless it brings a key. */
export function shownOf(found: readonly FoundConnection[], here: readonly Connection[]): ShownConnection[] {
  return found.map(({ address, name, nativeKeyStyle, headers, keys }, at) => {
    const sameAs = here.find(({ baseAddress }) => baseAddress === address)?.name ?? null;
    return {
      at,
      fields: address
        ? {
            ...emptyFields(),
            name: name ?? nameFor(address),
            address,
            nativeKeyStyle: nativeKeyStyle ?? 'auto',
            headers: headers.map(([header, value]) => newHeader(header, value)),
          }
        : null,
      keys: keys.map(({ alias, secret }) => ({ alias, length: secret.length, isChosen: true })),
      isChosen: sameAs === null || keys.length > 0,
      sameAs,
    };
  });
}

/** Whether what is ticked can be saved as it stands. */
export const isReady = ({ isChosen, fields, keys }: ShownConnection): boolean =>
  isChosen && (fields ? checkFields(fields).isSavable : keys.some((key) => key.isChosen));

/** Text that Patchbay itself wrote: it is opened by the core, which can also unseal its keys. */
export const isShared = (text: string): boolean => /^\s*\{\s*"format"\s*:\s*"patchbay-/.test(text);
