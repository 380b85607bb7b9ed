import { type UpdateChannel, type UpdateMode, updateChannels, updateModes } from '#shared/contract/updates.ts';
import type { CoreFacts } from '../store/core-facts.ts';

interface Choices {
  mode: UpdateMode;
  channel: UpdateChannel;
}

/** What the person chose about newer versions. Nobody chose yet, or what is kept makes no sense: off. */
export interface UpdateChoices {
  read(): Choices;
  write(choices: Choices): void;
}

export function createUpdateChoices(facts: CoreFacts): UpdateChoices {
  return {
    read: () => ({
      mode: updateModes.find((mode) => mode === facts.read('update-mode')) ?? 'off',
      channel: updateChannels.find((channel) => channel === facts.read('update-channel')) ?? 'stable',
    }),
    write({ mode, channel }) {
      facts.write('update-mode', mode);
      facts.write('update-channel', channel);
    },
  };
}
