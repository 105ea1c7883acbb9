import type { Command } from 'commander';
import { Argument } from 'commander';
import { addExamples } from './flags/options.ts';

type Shell = 'bash' | 'zsh' | 'fish';

export function configure(command: Command): void {
  command.addArgument(new Argument('<shell>', 'your shell').choices(['bash', 'zsh', 'fish'])).action(async (shell: Shell) => {
    const { buildProgram } = await import('./program.ts');
    process.stdout.write(`${SCRIPTS[shell](listWords(await buildProgram()))}\n`);
  });
  addExamples(command, [
    'source <(gristmill completion bash)',
    'gristmill completion zsh > ~/.zfunc/_gristmill',
    'gristmill completion fish > ~/.config/fish/completions/gristmill.fish',
  ]);
}

/** What can follow a command: `clock advance` → its flags. */
interface Words {
  /** Without `gristmill`; empty for the command itself. */
  path: string;
  words: readonly string[];
}

function listWords(command: Command, path = ''): readonly Words[] {
  const flags = command.options.filter(({ hidden }) => !hidden).map(({ long, short }) => long ?? short ?? '');
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  const below = command.commands.flatMap((each) => listWords(each, `${path} ${each.name()}`.trim()));
  return [{ path, words: [...command.commands.map((each) => each.name()), ...choices, ...flags, '--help'] }, ...below];
}

const SCRIPTS: Readonly<Record<Shell, (all: readonly Words[]) => string>> = {
  bash: (all) => `_gristmill() {
  local path="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) path="\${path:+$path }$word" ;; esac
  done
  local words=""
  while :; do
    case "$path" in
${casesOf(all)}
    esac
    [[ -n "$words" || -z "$path" ]] && break
    [[ "$path" == *" "* ]] && path="\${path% *}" || path=""
  done
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}")
}
complete -o default -F _gristmill gristmill`,
  zsh: (all) => `#compdef gristmill
_gristmill() {
  local path_="" word words_=""
  for word in "\${(@)words[2,CURRENT-1]}"; do
    [[ "$word" == -* ]] || path_="\${path_:+$path_ }$word"
  done
  while :; do
    case "$path_" in
${casesOf(all).replaceAll('words=', 'words_=')}
    esac
    [[ -n "$words_" || -z "$path_" ]] && break
    [[ "$path_" == *" "* ]] && path_="\${path_% *}" || path_=""
  done
  compadd -- \${=words_}
}
compdef _gristmill gristmill`,
  fish: (all) =>
    all
      .map(({ path, words }) => {
        const names = path.split(' ').filter((name) => name !== '');
        const seen = names.map((name) => `__fish_seen_subcommand_from ${name}`);
        const condition = names.length === 0 ? '__fish_use_subcommand' : seen.join('; and ');
        return `complete -c gristmill -f -n '${condition}' -a '${words.join(' ')}'`;
      })
      .join('\n'),
};

function casesOf(all: readonly Words[]): string {
  return all.map(({ path, words }) => `      ${path === '' ? '""' : `"${path}"`}) words="${words.join(' ')}" ;;`).join('\n');
}
