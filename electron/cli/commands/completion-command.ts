import os from 'node:os';
import { readStoredNames } from '#core/store/stored-names.ts';
import { faults } from '#demo/scenarios.ts';
import { dataFolder } from '../../hosting/data-folder.ts';
import { complete } from '../completion/complete.ts';
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

/** The line that asks the scripts for file names. */
const filesLine = ':files';

/** `patchbay __complete <words>`: prints what may follow, for the completion scripts. Sends nothing. */
export const printCandidates: Command = async (args, { env, openTerminal }) => {
  const { candidates, files } = await complete(args, {
    ...readStoredNames(dataFolder({ platform: process.platform, env, home: os.homedir() })),
    topics: Object.entries(helpTopics).map(([word, { summary }]) => ({ word, about: summary })),
    variables: Object.keys(env),
    scenarios: async () => faults.map(({ name, title }) => ({ word: name, about: title.en })),
  });
  const lines = candidates
    .map(({ word, about = '' }) => [word, about].filter(Boolean).map(cleanLine).join('\t'))
    // A model of a gateway may have this name.
    .map((line) => (line === filesLine ? `${line}\t` : line));
  await openTerminal().data([...lines, ...(files ? [filesLine] : [])].map((line) => `${line}\n`).join(''));
  return exitCodes.done;
};

/**
 * The completion scripts. Each passes the words typed so far to `patchbay __complete`, which prints one candidate per
 * line, a tab and its meaning; the line `:files` asks for file names.
 */
export const completionScripts: Readonly<Record<(typeof shells)[number], string>> = {
  bash: `# Completion of patchbay for bash. Add to ~/.bashrc: eval "$(patchbay completion bash)"
_patchbay() {
  local words=() word line value current start
  COMPREPLY=()
  # Bash also splits at = and :, which model names and options contain.
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if (( \${#words[@]} > 0 )) && [[ $word == [=:]* || \${words[\${#words[@]}-1]} == *[=:] ]]; then
      words[\${#words[@]}-1]+=$word
    else
      words+=("$word")
    fi
  done
  current=\${words[\${#words[@]}-1]}
  # What is before the last = or : stays on the line.
  start=\${current%"\${current##*[=:]}"}
  while IFS= read -r line; do
    if [[ $line == :files ]]; then
      compopt -o default 2>/dev/null || COMPREPLY=($(compgen -f -- "\${current#"$start"}"))
      continue
    fi
    value=\${line%%$'\\t'*}
    value=\${value#"$start"}
    [[ $value == *[^A-Za-z0-9_./:=,@+-]* ]] && printf -v value %q "$value"
    COMPREPLY+=("$value")
  done < <(patchbay __complete "\${words[@]//[\\\\\\"\\']/}" 2>/dev/null)
}
complete -F _patchbay patchbay
`,
  zsh: `#compdef patchbay
# Completion of patchbay for zsh. Add to ~/.zshrc: eval "$(patchbay completion zsh)"
_patchbay() {
  local line value files= found=1
  local -a candidates
  while IFS= read -r line; do
    if [[ $line == :files ]]; then files=1; continue; fi
    value=\${line%%$'\\t'*}
    candidates+=("\${value//:/\\\\:}\${\${line#"$value"}/$'\\t'/:}")
  done < <(patchbay __complete "\${(@Q)words[2,CURRENT]}" 2>/dev/null)
  (( \${#candidates} )) && _describe -V patchbay candidates && found=0
  [[ -n $files ]] && _files && found=0
  # Anything else makes zsh ask its other completers as well.
  return found
}
if [[ \${funcstack[1]-} == _patchbay ]]; then
  _patchbay "$@"
else
  (( \${+functions[compdef]} )) || { autoload -Uz compinit && compinit }
  compdef _patchbay patchbay
fi
`,
  fish: `# Completion of patchbay for fish. Save as ~/.config/fish/completions/patchbay.fish
function __patchbay_complete
  set -l typed (commandline -ct)
  set -l words (commandline -opc) "$typed"
  for line in (patchbay __complete $words[2..-1] 2>/dev/null)
    if test "$line" = :files
      __fish_complete_path "$typed"
    else
      echo $line
    end
  end
end
complete -c patchbay -f -a '(__patchbay_complete)'
`,
};
