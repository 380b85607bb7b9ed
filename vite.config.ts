import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { joinPageFiles } from './scripts/page-files.ts';
import { listPreloads } from './scripts/preload-links.ts';
import { rememberPackages, writeNotices } from './scripts/third-party-notices.ts';

const at = (place: string) => path.join(import.meta.dirname, place);
// Everything else is bundled: the packaged app and the npm tarball need no node_modules.
const external = [/^node:/, ...builtinModules, 'electron', '@napi-rs/keyring', 'vite'];

/**
 * Parts of libraries that would be loaded before the first paint although the page never uses them. An architecture test
 * checks that none is used.
 *
 * The query client references mutations and infinite queries. An icon builds itself with settings from a context and for
 * several frameworks; those of the page get all of theirs from `Icon`.
 */
const unusedParts: Record<string, string> = {
  'query-core/build/modern/mutationCache.js':
    'export class MutationCache { findAll() { return []; } clear() {} resumePausedMutations() { return Promise.resolve(); } }',
  'query-core/build/modern/infiniteQueryBehavior.js':
    'const none = () => { throw new Error("the page has no infinite queries"); }; export { none as infiniteQueryBehavior, none as hasNextPage, none as hasPreviousPage };',
  'lucide-react/dist/esm/createLucideIcon.mjs': `
    import { createElement } from 'react';
    const drawing = { viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', strokeLinecap: 'round', strokeLinejoin: 'round' };
    export default ({ node }) => ({ size, strokeWidth, absoluteStrokeWidth, ...props }) =>
      createElement(
        'svg',
        { ...drawing, width: size, height: size, strokeWidth: (strokeWidth * 24) / size, ...props },
        ...node.map(([tag, attributes]) => createElement(tag, attributes)),
      );
  `,
};
const leaveOutUnusedParts: Plugin = {
  name: 'leave-out-unused-parts',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  load: (id) => Object.entries(unusedParts).find(([part]) => id.endsWith(part))?.[1],
};

/** Sources that the desktop app never imports. The package check names a chunk that is missing or unneeded. */
const terminalOnly =
  /\/electron\/(?:cli\/|core\/(?:host-services|store\/stored-names)\.ts|browser\/browser-host\.ts|hosting\/(?:open-address|keyring-vault)\.ts)/;

/** Puts the videos of the demo gateway beside the program, which reads them as files. */
const includeDemoVideos: Plugin = {
  name: 'include-demo-videos',
  applyToEnvironment: ({ name }) => name === 'main',
  generateBundle() {
    const folder = at('electron/demo/media/video/files');
    for (const file of readdirSync(folder))
      this.emitFile({ type: 'asset', fileName: `demo-videos/${file}`, source: readFileSync(path.join(folder, file)) });
  },
};

/** One build for the page, the hosts (Electron main and terminal) and the preload. */
export default defineConfig({
  root: at('renderer'),
  base: './',
  publicDir: false,
  plugins: [leaveOutUnusedParts, includeDemoVideos, react({ compiler: true }), listPreloads(), rememberPackages()],
  worker: { plugins: () => [rememberPackages()] },
  // The host replaces it in every page it serves.
  html: { cspNonce: '__CSP_NONCE__' },
  environments: {
    client: {
      build: {
        outDir: at('dist/renderer'),
        emptyOutDir: true,
        target: 'chrome140',
        // A strict policy blocks data: fonts and images.
        assetsInlineLimit: 0,
        // The page lists all scripts of its first paint, so that they load immediately. Panels are loaded when the
        // pointer comes near; lists of their imports would bloat the first chunk.
        modulePreload: {
          polyfill: false,
          resolveDependencies: (_, files, { hostType }) =>
            hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
        },
        // The first chunk lists every style sheet, so their names are short.
        rolldownOptions: {
          output: {
            codeSplitting: joinPageFiles(at('renderer')),
            assetFileNames: ({ names }) =>
              names[0]?.endsWith('.css') ? 'assets/[hash:6].css' : 'assets/[name]-[hash][extname]',
          },
        },
      },
    },
    main: {
      consumer: 'server',
      resolve: { noExternal: true },
      build: {
        outDir: at('dist/main'),
        emptyOutDir: true,
        target: 'node22',
        ssr: true,
        minify: false,
        sourcemap: true,
        rolldownOptions: {
          input: {
            main: at('electron/desktop/main.ts'),
            cli: at('electron/cli/main.ts'),
            // Each is started as a separate thread.
            'read-worker': at('electron/core/readers/large/read-worker.ts'),
            'assertion-worker': at('electron/core/compare/assertion-worker.ts'),
            'storage-worker': at('electron/core/store/maintenance/storage-worker.ts'),
          },
          external,
          output: {
            format: 'es',
            entryFileNames: '[name].js',
            // Code only for the terminal and the browser host is omitted from the desktop package.
            chunkFileNames: ({ moduleIds, facadeModuleId }) =>
              `${[facadeModuleId ?? '', ...moduleIds].some((id) => terminalOnly.test(id)) ? 'terminal' : 'chunks'}/[name]-[hash].js`,
          },
        },
      },
    },
    preload: {
      consumer: 'server',
      resolve: { noExternal: true },
      build: {
        outDir: at('dist/main'),
        emptyOutDir: false,
        target: 'chrome140',
        ssr: true,
        minify: false,
        // A sandboxed preload must be one CommonJS file.
        rolldownOptions: {
          input: at('electron/desktop/preload.ts'),
          external,
          output: { format: 'cjs', entryFileNames: 'preload.cjs', codeSplitting: false },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments))
        if (environment.name !== 'ssr') await builder.build(environment);
      writeNotices(at('dist/renderer/THIRD-PARTY-NOTICES.txt'));
    },
  },
});
