import type { Boot } from '#shared/contract/boot.ts';
import type { CallContext } from '#shared/contract/define.ts';
import type { Core } from '#shared/contract/index.ts';

type BootParts = Pick<Core, 'settings' | 'host' | 'connections' | 'keys'>;

type Reading = { [Name in keyof Boot]-?: (core: BootParts, context: CallContext) => unknown };

const readings: Reading = {
  'settings.all': ({ settings }, context) => settings.all({}, context),
  'host.info': ({ host }, context) => host.info({}, context),
  'connections.list': ({ connections }, context) => connections.list({}, context),
  'connections.lights': ({ connections }, context) => connections.lights({}, context),
  'keys.status': ({ keys }, context) => keys.status({}, context),
};

/** Implements the `boot` area: everything that a starting page needs, read at the same time by the areas' own handlers. */
export function createBoot(core: BootParts): Core['boot'] {
  return {
    async read(_input, context) {
      const read = async ([name, get]: [string, Reading[keyof Boot]]) => [name, await get(core, context)] as const;
      const results = await Promise.allSettled(Object.entries(readings).map(read));
      return Object.fromEntries(results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
    },
  };
}
