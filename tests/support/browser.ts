import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { chromium } from '@playwright/test';

/** Options for `chromium.launch` and `launchOptions`. */
interface Found {
  executablePath: string;
  /** The whole environment, where the browser needs more than that of this process. */
  env?: Record<string, string>;
}

/** The first available browser: CHROMIUM_PATH, Playwright's own, the system's, then the one packed inside @sparticuz/chromium. */
export async function findChromium(): Promise<Found> {
  const asked = process.env.CHROMIUM_PATH;
  const found = [
    asked,
    chromium.executablePath(),
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((p) => p && existsSync(p));
  if (found && asked !== 'packed') return { executablePath: found };
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('no Chromium here: run "npx playwright install chromium" or set CHROMIUM_PATH');
  return unpackChromium(path.resolve('node_modules/.cache/chromium'));
}

/** Works without any apt package: the tarball also contains NSS and fonts, which it unpacks by itself only on Lambda. */
async function unpackChromium(dir: string): Promise<Found> {
  const usual = { ...process.env } as Record<string, string>;
  const old = process.env.TMPDIR;
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  process.env.TMPDIR = dir; // the package unpacks to os.tmpdir()
  try {
    const { default: packed, inflate } = await import('@sparticuz/chromium');
    const executablePath = await packed.executablePath();
    const bin = path.join(path.dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../bin');
    if (!existsSync(path.join(dir, 'al2023'))) await inflate(path.join(bin, 'al2023.tar.br'));
    // Its own fonts.conf names /tmp/fonts; without any font Skia aborts the process.
    const conf = path.join(dir, 'fonts.conf');
    writeFileSync(
      conf,
      `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${dir}/fonts</dir><cachedir>${dir}/fonts-cache</cachedir></fontconfig>`,
    );
    const own = { LD_LIBRARY_PATH: path.join(dir, 'al2023/lib'), FONTCONFIG_FILE: conf };
    return { executablePath, env: { ...usual, ...own } };
  } finally {
    if (old === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = old;
  }
}
