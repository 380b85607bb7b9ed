import path from 'node:path';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import type { AfterPackContext } from 'electron-builder';

/** Every fuse of the shipped Electron, so that none keeps an unconsidered default. */
export const fuses: Record<FuseV1Options, boolean> = {
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  // Also disables NODE_EXTRA_CA_CERTS.
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // Effective on macOS and Windows; Linux has no such check, so only the file's permissions protect it.
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  // The app ships no second V8 snapshot.
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.WasmTrapHandlers]: true,
};

/** Returns the binary, or on macOS the bundle, with the fuses of a packaged app. */
function binaryOf({ appOutDir, electronPlatformName, packager }: AfterPackContext): string {
  const { productFilename, linuxPackageName } = packager.appInfo;
  const names: Record<string, string> = { darwin: `${productFilename}.app`, win32: `${productFilename}.exe` };
  return path.join(appOutDir, names[electronPlatformName] ?? linuxPackageName);
}

/**
 * Hook of electron-builder: flips all fuses before the app is signed, and fails on one that is not listed above. Its
 * own fuse setting lacks one fuse.
 */
export async function afterPack(context: AfterPackContext): Promise<void> {
  // The halves of a universal app are processed first: they may differ only in code, and a signature contains hashes of
  // it.
  if (/-(?:x64|arm64)-temp$/.test(context.appOutDir)) return;
  await flipFuses(binaryOf(context), {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    resetAdHocDarwinSignature: context.electronPlatformName === 'darwin',
    ...fuses,
  });
}
