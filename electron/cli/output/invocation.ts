/** What the command line says about gateway and key, for hints that a user can type as they are. */
interface Invocation {
  /** The option that selects the gateway, as another command needs it; `''` where none does. */
  gateway: string;
  /** Where the key is from; `null` for a saved one. */
  keySource: string | null;
}

let current: Invocation = { gateway: '', keySource: null };

/** Notes the command line that this process runs. */
export function noteInvocation(args: readonly string[], env: Readonly<Record<string, string | undefined>>): void {
  const given = (option: string): string | undefined => {
    const at = args.findIndex((word) => word === option || word.startsWith(`${option}=`));
    return args[at] === option ? args[at + 1] : args[at]?.slice(option.length + 1);
  };
  // Other parts of a URL may contain a secret.
  const address = given('--base-url');
  const connection = given('--connection');
  const gateway = args.includes('--demo')
    ? '--demo'
    : address !== undefined
      ? `--base-url ${/[?#@]/.test(address) ? 'URL' : quoted(address)}`
      : connection !== undefined
        ? `--connection ${quoted(connection)}`
        : '';
  const [file, variable] = [given('--key-file'), given('--key-env')];
  const isAddress = connection === undefined && Boolean(address || env.PATCHBAY_BASE_URL || env.OPENAI_BASE_URL);
  const named = [
    file !== undefined && `the file ${file}`,
    variable !== undefined && variable,
    env.PATCHBAY_API_KEY && 'PATCHBAY_API_KEY',
    isAddress && env.OPENAI_API_KEY && 'OPENAI_API_KEY',
  ].find(Boolean);
  current = { gateway, keySource: named || null };
}

/** Returns a name as it is typed in a shell. */
export const quoted = (name: string): string =>
  /^[\w.:/@+-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;

/** Adds the option that selects the gateway to the commands of a hint that list its models. */
export const forGateway = (hint: string): string =>
  current.gateway === '' ? hint : hint.replace(/\bpatchbay models(?! -)/g, () => `patchbay models ${current.gateway}`);

const otherKey = '--key-env NAME or --key-file FILE.';

/** Returns what to do about a key that the gateway rejected. */
export const rejectedKeyHint = (): string =>
  current.keySource === null
    ? `Set PATCHBAY_API_KEY, or use ${otherKey}`
    : `The key is from ${current.keySource}. Fix that key, or use another with ${otherKey}`;
