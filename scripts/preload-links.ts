import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

const languages = ['en', 'zh-CN'];

/** What a document can need first: `frame`, a language, a panel, or the strings of a panel, as `chat:en`. */
type Purpose = string;

/**
 * Lists in the document which files each language and each panel needs, as links without effect: the host that serves the
 * document knows which of them the page will need, and turns those into preloads. Otherwise the browser would learn of each
 * file only when the one before it has run.
 */
export const listPreloads = (): Plugin => ({
  name: 'list-preloads',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const purposes = new Map<string, Purpose[]>();
      for (const [purpose, files] of filesByPurpose(bundle))
        for (const file of files) purposes.set(file, [...(purposes.get(file) ?? []), purpose]);
      return [
        fontLink(bundle),
        ...[...purposes].map(([file, all]) => ({
          tag: 'link',
          attrs: {
            'data-for': all.join(' '),
            ...(file.endsWith('.css') ? { 'data-rel': 'preload', as: 'style' } : { 'data-rel': 'modulepreload' }),
            crossorigin: true,
            href: `./${file}`,
          },
          injectTo: 'head' as const,
        })),
      ];
    },
  },
});

/** The font of the frame, without which its text would be drawn twice: in a font of the system, and then in this one. */
const frameFont = /\/inter-latin-wght-normal-[^/]*\.woff2$/;

function fontLink(bundle: Rolldown.OutputBundle): HtmlTagDescriptor {
  const file = Object.keys(bundle).find((name) => frameFont.test(name));
  if (file === undefined) throw new Error('the page has no file for the font of its frame');
  return {
    tag: 'link',
    attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `./${file}` },
    injectTo: 'head',
  };
}

function filesByPurpose(bundle: Rolldown.OutputBundle): Map<Purpose, ReadonlySet<string>> {
  const chunks = new Map(Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one]] : [])));
  const fileWith = (ending: string) =>
    [...chunks.values()].find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(ending)))?.fileName;
  const reach = (file: string | undefined, seen = new Set<string>()): Set<string> => {
    const chunk = file === undefined ? undefined : chunks.get(file);
    if (!chunk || seen.has(chunk.fileName)) return seen;
    seen.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) seen.add(style);
    for (const next of chunk.imports) reach(next, seen);
    return seen;
  };

  const initial = reach([...chunks.values()].find(({ isEntry }) => isEntry)?.fileName);
  const words = new Map(
    languages.map((language) => [language, reach(fileWith(`/panel-strings-${language.split('-')[0]}.ts`))]),
  );
  const found = new Map<Purpose, ReadonlySet<string>>();
  for (const [language, files] of words) found.set(language, files.difference(initial));
  const frame = reach(fileWith('/app/stage/stage.tsx')).difference(initial);
  found.set('frame', frame);
  for (const { moduleIds } of chunks.values())
    for (const id of moduleIds) {
      const panel = /\/panels\/([^/]+)\/panel\.tsx$/.exec(id)?.[1];
      if (panel)
        found.set(
          panel,
          reach(fileWith(`/panels/${panel}/panel.tsx`))
            .difference(initial)
            .difference(frame),
        );
      const [, owner, language] = /\/panels\/([^/]+)\/strings\/(en|zh)\.ts$/.exec(id) ?? [];
      const full = languages.find((tag) => tag.startsWith(language ?? '-'));
      if (owner && full)
        found.set(
          `${owner}:${full}`,
          reach(fileWith(`/panels/${owner}/strings/${language}.ts`))
            .difference(initial)
            .difference(words.get(full) ?? new Set()),
        );
    }
  return found;
}
