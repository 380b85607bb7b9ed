import os from 'node:os';
import { type HostServices, noCapabilities, type Vault } from '#core/host-services.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { dataFolder } from '../hosting/data-folder.ts';
import { openAddress } from '../hosting/open-address.ts';
import { proxyFromEnv } from '../hosting/proxy-from-env.ts';
import type { FileLinks } from './file-links.ts';

export interface BrowserHostServicesParts {
  version: string;
  vault: Vault;
  links: FileLinks;
  startDemo: HostServices['startDemo'];
}

/** Creates the host services of the browser host. It has no dialogs: the page saves files as browser downloads. */
export function createBrowserHostServices({
  version,
  vault,
  links,
  startDemo,
}: BrowserHostServicesParts): HostServices {
  return {
    hostName: 'browser',
    lifetime: 'app',
    version,
    capabilities: noCapabilities,
    dataFolder: dataFolder({ platform: process.platform, env: process.env, home: os.homedir() }),
    vault,
    shell: {
      async openLink(address) {
        if (!(await openAddress(address))) throw new AppError(noBrowser);
      },
      chooseSavePath: () => Promise.reject(new AppError(noDialogs)),
      notify: () => {},
    },
    fileAddress: links.addressFor,
    proxyFor: async (address) => proxyFromEnv(address, process.env),
    startDemo,
    updater: null,
  };
}

const noBrowser = failure('not-found-here', "The computer that runs Patchbay doesn't have a browser.", {
  hint: 'Copy the link and open it yourself.',
});
const noDialogs = failure('not-found-here', 'Patchbay has no save dialog in the browser.', {
  hint: "Use the file's download link instead.",
});
