import { AppError, type Failure } from '#shared/protocol/failure.ts';

/** Returns the failure with which some work ends; fails the test when it succeeds or throws anything else. */
export async function failureOf(work: () => unknown): Promise<Failure> {
  try {
    await work();
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown.failure;
    throw thrown;
  }
  throw new Error('It did not fail.');
}
