import type { HostInfo } from '#shared/contract/host.ts';
import { readLink } from '#shared/links.ts';
import { ask } from '../client/query.ts';
import { linkToConfirm } from './asked-link.ts';
import { openLink } from './open-link.ts';

/**
 * Who asks the person before a link is opened. A host with dialogs of its own asks, in a place that no page can draw
 * over; elsewhere the page does. An address that is never opened is always the page's to explain.
 */
export const linkSource = (address: string, { dialogs }: Pick<HostInfo['capabilities'], 'dialogs'>): 'host' | 'page' =>
  dialogs && readLink(address) ? 'host' : 'page';

/** Every link that a model, a gateway or a file wrote goes through this: the page itself never navigates. */
export function confirmExternalLink(address: string): void {
  ask('host', 'info', {}).then(
    ({ capabilities }) => {
      if (linkSource(address, capabilities) === 'host') openLink(address);
      else linkToConfirm.setState({ address });
    },
    () => linkToConfirm.setState({ address }),
  );
}
