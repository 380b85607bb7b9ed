import { readdirSync } from 'node:fs';
import path from 'node:path';
import { normalizePath, type Rolldown } from 'vite';

type CodeSplitting = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>;
type Context = Parameters<Exclude<NonNullable<CodeSplitting['groups']>[number]['name'], string>>[1];

/** Modules that this many panels need are in one file: each further file costs more time than unused code in it. */
const panelsOfCommonCode = 3;

/**
 * How the modules of the page are joined into files. Left alone, every set of modules that shares its users is a file
 * of its own: over 160 requests until a chat is on screen. Here they are joined by when they are needed: `start` and the
 * `words` of one language before the first paint, `frame` right after it, `common` with the first panel, one file per
 * panel, and the inspector and the floating parts (menus, dialogs) when first used. What a file needs is only in files
 * that load before it, so the order of execution stays. The strings of panels and everything else are split as usual.
 */
export function joinPageFiles(renderer: string): CodeSplitting {
  let files: ReadonlyMap<string, string> | undefined;
  return {
    includeDependenciesRecursively: false,
    groups: [
      {
        debugName: 'files of the page',
        name: (id, context) => {
          files ??= fileOfModules(renderer, context);
          const file = files.get(id) ?? null;
          return /\/strings\//.test(id) && !file?.startsWith('words-') && file !== 'start' ? null : file;
        },
      },
    ],
  };
}

function fileOfModules(renderer: string, context: Context): Map<string, string> {
  const files = new Map<string, string>();
  const neededBy = (...sources: string[]) =>
    [
      ...reach(
        context,
        sources.map((source) => normalizePath(path.join(renderer, source))),
      ),
    ].filter((id) => !files.has(id));
  const put = (file: string, ...sources: string[]) => {
    for (const id of neededBy(...sources)) files.set(id, file);
  };

  put('start', 'app/main.tsx');
  const words = {
    'words-en': ['app/panel-strings-en.ts', 'lib/i18n/strings/en.ts'],
    'words-zh-CN': ['app/panel-strings-zh.ts', 'lib/i18n/strings/zh/zh.ts'],
  };
  const inEveryLanguage = Object.values(words)
    .map((sources) => new Set(neededBy(...sources)))
    .reduce((common, language) => common.intersection(language));
  for (const id of inEveryLanguage) files.set(id, 'start');
  for (const [file, sources] of Object.entries(words)) put(file, ...sources);
  put(
    'frame',
    'app/stage/stage.tsx',
    'app/frame/frame-reach.tsx',
    'lib/preferences/live-stores.ts',
    'app/handle-drops.ts',
    'app/ended-page.tsx',
    'app/stage/broken-panel.tsx',
  );

  const users = new Map<string, string[]>();
  const addUser = (user: string, ...sources: string[]) => {
    for (const id of neededBy(...sources)) users.set(id, [...(users.get(id) ?? []), user]);
  };
  for (const panel of readdirSync(path.join(renderer, 'panels')))
    addUser(panel, ...['panel.tsx', 'strings/en.ts', 'strings/zh.ts'].map((source) => `panels/${panel}/${source}`));
  addUser('drawer', 'app/wire-drawer/wire-drawer.tsx');
  for (const [id, panels] of users)
    files.set(id, panels.length >= panelsOfCommonCode ? 'common' : `panel-${panels.join('-')}`);

  const tabs = readdirSync(path.join(renderer, 'lib/inspector/tabs')).filter((name) => /-tabs?\.tsx$/.test(name));
  put('inspector', ...tabs.map((name) => `lib/inspector/tabs/${name}`));
  const floating = ['overlays/floating-dialog', 'overlays/floating-menu', 'overlays/floating-popover'];
  put('floating', ...[...floating, 'fields/floating-select'].map((source) => `ui/${source}.tsx`));
  return files;
}

/** The modules that load together with the given ones: what they import, without what they fetch later. */
function reach(context: Context, entries: readonly string[]): Set<string> {
  const found = new Set<string>();
  const open = [...entries];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const module = found.has(id) ? null : context.getModuleInfo(id);
    if (!module) continue;
    found.add(id);
    open.push(...module.importedIds);
  }
  return found;
}
