import type { HostServices } from '#core/host-services.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { createMemoryVault } from './memory-vault.ts';

/** The services of a host; each test provides a folder and what it is about. */
export function createHostServices(parts: Partial<HostServices> & Pick<HostServices, 'dataFolder'>): HostServices {
  const absent = () => Promise.reject(new AppError(failure('internal', 'This test has no such hand.')));
  return {
    hostName: 'desktop',
    lifetime: 'app',
    version: '0.0.0-test',
    capabilities: {
      dialogs: true,
      notifications: false,
      admit: true,
      menuButton: false,
      windows: false,
      dragOut: false,
    },
    vault: createMemoryVault(),
    shell: { openLink: absent, chooseSavePath: absent, notify: () => {} },
    fileAddress: (id) => `test:files/${id}`,
    proxyFor: async () => null,
    startDemo: absent,
    updater: null,
    ...parts,
  };
}
