import { createStore } from 'zustand/vanilla';
import type { HostInfo } from '#shared/contract/host.ts';
import { readLink } from '#shared/links.ts';
import { client } from '../client/client.ts';
import { ask } from '../client/query.ts';
import { notifyFailure } from '../failures/failure-text.tsx';

/** The link that waits for the user's confirmation. */
export const linkToConfirm = createStore<{ address: string | null }>(() => ({ address: null }));

/**
 * Returns who asks the user before a link is opened. A host with dialogs of its own asks, where no page can draw over
 * it; elsewhere the page does. An address that is never opened is always explained by the page.
 */
export const linkSource = (address: string, { dialogs }: Pick<HostInfo['capabilities'], 'dialogs'>): 'host' | 'page' =>
  dialogs && readLink(address) ? 'host' : 'page';

/** Asks before a link from a model, a gateway or a file is opened: the page itself never navigates. */
export function confirmExternalLink(address: string): void {
  ask('host', 'info', {}).then(
    ({ capabilities }) => {
      if (linkSource(address, capabilities) === 'host') openLink(address);
      else linkToConfirm.setState({ address });
    },
    () => linkToConfirm.setState({ address }),
  );
}

/**
 * Has the host open an address; a refusal is reported. Only for addresses that the user confirmed, or that the host
 * asks about.
 */
export function openLink(address: string): void {
  client.host.openLink({ address }).catch(notifyFailure);
}
