// "npm start": opens the desktop app, or the same page in the browser where there is no Electron. Flags: --no-open,
// --port N, --browser. Plain JavaScript, so that an old Node can still report what it lacks.
import path from 'node:path';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(
    `Patchbay needs Node 22.19 or newer; this is ${process.version}. "npm install" brings a new one along.`,
  );
  process.exit(1);
}
const { launch } = await import('./launch.ts');
await launch(path.join(import.meta.dirname, '..'), process.argv.slice(2));
