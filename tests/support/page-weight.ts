import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BuildEnvironmentOptions, createBuilder, type Rolldown } from 'vite';

const root = path.join(import.meta.dirname, '../..');

/** Code that the page fetches together, as the build would write it. */
export interface PageCode {
  /** KB (1000 bytes) after gzip, as one file: how the build splits it into files is not weighed. */
  weightKb: number;
  /** Its source files, as paths from the project's root. */
  modules: string[];
}

export interface PageWeight {
  /** Everything before the first paint of the frame. */
  initial: PageCode;
  /** What the frame fetches before a panel can be shown in it: the strings and the slots. */
  frame: PageCode;
  /** By panel: what its first paint needs beyond `initial` and `frame`. */
  panels: Map<string, PageCode>;
}

/** Builds the page in memory and weighs what must load before something can be rendered. */
export async function weighPage(): Promise<PageWeight> {
  // The test runner's own mode would include the libraries' development code.
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  try {
    // Weighed is what the code needs: one file for each set of modules, not joined into fewer files.
    return weighOutput(await buildPage({ rolldownOptions: { output: { codeSplitting: true } } }));
  } finally {
    process.env.NODE_ENV = NODE_ENV;
  }
}

/** Builds the page in memory and returns how many script files each panel needs besides those of the frame, by panel. */
export async function countPanelFiles(): Promise<Map<string, number>> {
  const chunks = chunksOf(await buildPage());
  const all = [...chunks.values()];
  const frame = reach(
    chunks,
    all.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('app/stage/stage.tsx')))?.fileName ?? '',
  );
  return new Map(
    all.flatMap(({ fileName, moduleIds }) => {
      const panel = moduleIds.map((id) => /renderer\/panels\/([^/]+)\/panel\.tsx$/.exec(id)?.[1]).find(Boolean);
      return panel ? [[panel, reach(chunks, fileName).difference(frame).size] as const] : [];
    }),
  );
}

async function buildPage(build: BuildEnvironmentOptions = {}): Promise<Rolldown.RolldownOutput['output']> {
  const builder = await createBuilder({
    configFile: path.join(root, 'vite.config.ts'),
    logLevel: 'error',
    environments: { client: { build: { ...build, write: false } } },
  });
  const page = builder.environments.client;
  if (!page) throw new Error('the configuration builds no page');
  return ((await builder.build(page)) as Rolldown.RolldownOutput).output;
}

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>;

const chunksOf = (output: Rolldown.RolldownOutput['output']): Chunks =>
  new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])));

/** Adds a file and all that it imports to `seen`. */
function reach(chunks: Chunks, fileName: string, seen = new Set<string>()): Set<string> {
  const chunk = chunks.get(fileName);
  if (!chunk || seen.has(fileName)) return seen;
  seen.add(fileName);
  for (const next of chunk.imports) reach(chunks, next, seen);
  return seen;
}

function weighOutput(output: Rolldown.RolldownOutput['output']): PageWeight {
  const chunks = chunksOf(output);
  const chunkOf = (ending: string) =>
    [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.endsWith(ending))?.fileName ?? '';
  const weigh = (fileNames: Iterable<string>): PageCode => {
    const held = [...fileNames].map((name) => chunks.get(name)).filter((chunk) => chunk !== undefined);
    return {
      weightKb: gzipSync(held.map(({ code }) => code).join('\n'), { level: 9 }).length / 1000,
      modules: held.flatMap(({ moduleIds }) => moduleIds.map((id) => path.relative(root, id))),
    };
  };

  const initial = reach(chunks, [...chunks.values()].find(({ isEntry }) => isEntry)?.fileName ?? '');
  const framed = new Set(initial);
  for (const part of ['renderer/lib/i18n/strings/en.ts', 'renderer/app/stage/stage.tsx'])
    reach(chunks, chunkOf(part), framed);
  const panels = new Map<string, PageCode>();
  for (const { facadeModuleId, fileName } of chunks.values()) {
    const panel = /renderer\/panels\/([^/]+)\/panel\.tsx$/.exec(facadeModuleId ?? '')?.[1];
    if (panel) panels.set(panel, weigh(reach(chunks, fileName).difference(framed)));
  }
  return { initial: weigh(initial), frame: weigh(framed.difference(initial)), panels };
}
