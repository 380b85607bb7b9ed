import { type HostServices, noCapabilities, type Vault } from '#core/host-services.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { proxyFromEnv } from '../hosting/proxy-from-env.ts';
import { didYouMean } from './did-you-mean.ts';

export interface TerminalHostServicesParts {
  version: string;
  dataFolder: string;
  vault: Vault;
  /** The fault a demo gateway starts with. */
  scenario?: string | null;
}

/** Creates the host services of the terminal: no dialogs, no browser, only folders, a vault and the demo gateway. */
export function createTerminalHostServices({
  version,
  dataFolder,
  vault,
  scenario = null,
}: TerminalHostServicesParts): HostServices {
  const absent = () => Promise.reject(new AppError(notHere));
  return {
    hostName: 'terminal',
    lifetime: 'command',
    version,
    capabilities: noCapabilities,
    dataFolder,
    vault,
    shell: { openLink: absent, chooseSavePath: absent, notify: () => {} },
    fileAddress: (id) => `patchbay:file/${id}`,
    proxyFor: async (address) => proxyFromEnv(address, process.env),
    async startDemo() {
      const { startDemoGateway } = await import('#demo/gateway.ts');
      const gateway = await startDemoGateway();
      if (scenario !== null && !gateway.scenarios.some(({ name }) => name === scenario)) {
        await gateway.close();
        throw noScenario(scenario, gateway.scenarios);
      }
      gateway.setScenario(scenario);
      return gateway;
    },
    updater: null,
  };
}

/** Returns the error for a mistyped fault name, with the probable name. */
export const noScenario = (name: string, known: readonly { name: string }[]): AppError => {
  const near = didYouMean(
    name,
    known.map((one) => one.name),
  );
  return new AppError(
    failure('bad-draft', `Unknown scenario "${name}".${near}`, {
      hint: 'List the scenarios: patchbay demo --scenarios',
    }),
  );
};

const notHere = failure('not-found-here', 'The terminal has no windows or dialogs.', {
  hint: 'Use the app: patchbay serve',
});
