import type { shells } from '../specs/index.ts';

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
  local line value files=
  local -a candidates
  while IFS= read -r line; do
    if [[ $line == :files ]]; then files=1; continue; fi
    value=\${line%%$'\\t'*}
    candidates+=("\${value//:/\\\\:}\${\${line#"$value"}/$'\\t'/:}")
  done < <(patchbay __complete "\${(@Q)words[2,CURRENT]}" 2>/dev/null)
  (( \${#candidates} )) && _describe -V patchbay candidates
  [[ -n $files ]] && _files
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
