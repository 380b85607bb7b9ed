import os from 'node:os';
import { readStoredNames } from '#core/store/stored-names.ts';
import { scenarios } from '#demo/scenarios.ts';
import { dataFolder } from '../../hosting/data-folder.ts';
import { complete } from '../completion/complete.ts';
import { completionScripts } from '../completion/scripts.ts';
import { didYouMean } from '../did-you-mean.ts';
import { exitCodes } from '../exit-codes.ts';
import { readOptions } from '../input/options.ts';
import { helpTopics } from '../output/help-topics.ts';
import { cleanLine } from '../output/terminal-text.ts';
import { shells } from '../specs/index.ts';
import { UsageError } from '../usage-error.ts';
import type { Command } from './command.ts';

/** `patchbay completion <shell>`: prints the completion script of a shell. */
export const printCompletion: Command = async (args, { openTerminal }) => {
  const [word, ...more] = readOptions(args, {}).positionals;
  const shell = shells.find((one) => one === word);
  if (!shell || more.length > 0)
    throw new UsageError(
      word === undefined ? 'Missing shell: bash, zsh or fish.' : `Unknown shell "${word}".${didYouMean(word, shells)}`,
      'Help: patchbay help completion',
    );
  await openTerminal({ raw: true }).data(completionScripts[shell]);
  return exitCodes.done;
};

/** `patchbay __complete <words>`: prints what may follow, for the completion scripts. Sends nothing. */
export const printCandidates: Command = async (args, { env, openTerminal }) => {
  const { candidates, files } = await complete(args, {
    ...readStoredNames(dataFolder({ platform: process.platform, env, home: os.homedir() })),
    topics: Object.entries(helpTopics).map(([word, { summary }]) => ({ word, about: summary })),
    variables: Object.keys(env),
    scenarios: async () => scenarios.map(({ name, title }) => ({ word: name, about: title })),
  });
  const lines = candidates.map(({ word, about = '' }) => [word, about].filter(Boolean).map(cleanLine).join('\t'));
  await openTerminal().data([...lines, ...(files ? [':files'] : [])].map((line) => `${line}\n`).join(''));
  return exitCodes.done;
};
