// Some mirrors lack other platforms' binaries; npm then omits them from the lock and "npm ci" refuses it on every
// machine.
// Adds an entry (version, os, cpu; no integrity) for each optional platform package a locked package names but the lock
// lacks.
import { readFileSync, writeFileSync } from 'node:fs';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const os = {
  android: 'android',
  darwin: 'darwin',
  freebsd: 'freebsd',
  linux: 'linux',
  openharmony: 'openharmony',
  win32: 'win32',
};
const cpu = {
  arm64: 'arm64',
  x64: 'x64',
  ia32: 'ia32',
  arm: 'arm',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
};
let added = 0;
for (const [at, p] of Object.entries(lock.packages))
  for (const [name, version] of Object.entries(p.optionalDependencies ?? {})) {
    const key = `node_modules/${name}`;
    if (!at || lock.packages[key] || lock.packages[`${at}/${key}`]) continue;
    const parts = name.split('/').pop().split('-');
    const o = parts.find((x) => os[x]);
    const c = parts.find((x) => cpu[x]);
    if (!o || !c) throw new Error(`cannot tell the platform of ${name}`);
    lock.packages[key] = {
      version: version.replace(/^[^\d]*/, ''),
      cpu: [cpu[c]],
      ...(p.dev ? { dev: true } : {}),
      optional: true,
      os: [os[o]],
      ...(parts.some((x) => x.startsWith('musl')) ? { libc: ['musl'] } : {}),
    };
    added++;
  }
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} platform entries added`);
