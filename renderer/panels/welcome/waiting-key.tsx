import { type Ref, useImperativeHandle, useRef } from 'react';

export interface WaitingKeyHandle {
  keep: (secret: string) => void;
  /** Gives the key away, and nothing of it stays here. */
  take: () => string;
}

/**
 * Where a recognised key waits for the step that saves it: an input that is never shown, in no form and offered to no
 * password store. In the state of a component a copy would outlast it.
 */
export function WaitingKey({ ref }: { ref: Ref<WaitingKeyHandle> }) {
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => ({
    keep(secret) {
      if (input.current) input.current.value = secret;
    },
    take() {
      const secret = input.current?.value ?? '';
      if (input.current) input.current.value = '';
      return secret;
    },
  }));
  return <input ref={input} type="password" hidden autoComplete="off" data-1p-ignore="" data-lpignore="true" />;
}
