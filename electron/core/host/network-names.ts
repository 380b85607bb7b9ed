import { networkInterfaces } from 'node:os';

/** The addresses of this computer, as one text: another one means that it is on another network. */
export function networkNames(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((one) => one ?? []);
  return addresses
    .filter(({ internal }) => !internal)
    .map(({ address }) => address)
    .sort()
    .join(' ');
}
