import hljs from 'highlight.js/lib/common';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import powershell from 'highlight.js/lib/languages/powershell';
import scala from 'highlight.js/lib/languages/scala';

/** What a range of code is, as far as it has a color of its own. */
export type CodeKind =
  | 'plain'
  | 'keyword'
  | 'type'
  | 'string'
  | 'number'
  | 'literal'
  | 'title'
  | 'comment'
  | 'addition'
  | 'deletion';

export interface ColorRun {
  kind: CodeKind;
  text: string;
}

for (const [name, grammar] of Object.entries({ dockerfile, powershell, scala })) hljs.registerLanguage(name, grammar);
// What models write besides the library's own aliases. Commands are written as "shell" far more often than sessions.
hljs.unregisterLanguage('shell');
hljs.registerAliases(['shell', 'console', 'curl'], { languageName: 'bash' });
hljs.registerAliases(['jsonl', 'json5'], { languageName: 'json' });
hljs.registerAliases('vue', { languageName: 'xml' });

/** The library's scopes that have a color here; the first word of a scope decides. */
const kinds = new Map(
  Object.entries({
    keyword: 'keyword built_in tag name selector-tag',
    type: 'type class attr attribute property selector-class selector-id template-variable',
    string: 'string regexp char',
    number: 'number symbol',
    literal: 'literal bullet',
    title: 'title section',
    comment: 'comment quote doctag meta',
    addition: 'addition',
    deletion: 'deletion',
  }).flatMap(([kind, scopes]) => scopes.split(' ').map((scope) => [scope, kind as CodeKind] as const)),
);

/** A node of the library's tree; a language inside another one (CSS in HTML) is a node, too. */
interface ScopeNode {
  scope?: string;
  children: (string | ScopeNode)[];
}

function collect({ children }: ScopeNode, kind: CodeKind, runs: ColorRun[]): ColorRun[] {
  for (const child of children) {
    if (typeof child !== 'string') collect(child, kindOf(child.scope ?? ''), runs);
    else if (child !== '') addRun(runs, kind, child);
  }
  return runs;
}

// A call is as common as a plain word: only a definition stands out.
const kindOf = (scope: string): CodeKind =>
  scope === 'title.function.invoke' ? 'plain' : (kinds.get(scope.split('.', 1)[0] as string) ?? 'plain');

/** Adjacent text of one color is one run, and space has no color: fewer elements on the page. */
function addRun(runs: ColorRun[], kind: CodeKind, text: string): void {
  const last = runs.at(-1);
  if (last && (last.kind === kind || text.trim() === '')) last.text += text;
  else runs.push({ kind, text });
}

/** Returns the text as runs of one color each, which joined are the text; null for a language without a grammar. */
export function colorCode(code: string, language: string): ColorRun[] | null {
  if (!hljs.getLanguage(language)) return null;
  const { _emitter } = hljs.highlight(code, { language, ignoreIllegals: true });
  return collect((_emitter as unknown as { rootNode: ScopeNode }).rootNode, 'plain', []);
}
