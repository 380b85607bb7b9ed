/**
 * Sum of the products of `count` values, from given places on. Four sums side by side keep the processor busy: this is
 * about three times as fast as one.
 */
export function dotAt(one: Float32Array, from: number, other: Float32Array, to: number, count: number): number {
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  const whole = count - (count % 4);
  let at = 0;
  for (; at < whole; at += 4) {
    first += (one[from + at] as number) * (other[to + at] as number);
    second += (one[from + at + 1] as number) * (other[to + at + 1] as number);
    third += (one[from + at + 2] as number) * (other[to + at + 2] as number);
    fourth += (one[from + at + 3] as number) * (other[to + at + 3] as number);
  }
  for (; at < count; at++) first += (one[from + at] as number) * (other[to + at] as number);
  return first + second + third + fourth;
}
