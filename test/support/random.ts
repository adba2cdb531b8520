const { cos, floor, imul, log, PI, sqrt } = Math;

/**
 * Random numbers that are the same for the same seed, on every machine: mulberry32 (Tommy Ettinger, public
 * domain), 32 bits of state. Good enough for pictures, not for anything that must be unpredictable.
 */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** Uniform in [0, 1). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = imul(t ^ (t >>> 15), t | 1);
    t ^= t + imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** Uniform in [low, high). */
  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** A whole number from low to high, both included. */
  int(low: number, high: number): number {
    return low + floor(this.next() * (high - low + 1));
  }

  /** Either 1 or -1. */
  sign(): number {
    return this.next() < 0.5 ? -1 : 1;
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of the given things. */
  pick<T>(things: readonly T[]): T {
    return things[floor(this.next() * things.length)];
  }

  /** The given things in another order (a copy). */
  shuffled<T>(things: readonly T[]): T[] {
    const copy = [...things];
    for (let i = copy.length - 1; i > 0; i--) {
      const j = this.int(0, i);
      [copy[i], copy[j]] = [copy[j], copy[i]];
    }
    return copy;
  }

  /** Normal, mean 0 and standard deviation 1 (Box and Muller). */
  gauss(): number {
    const radius = sqrt(-2 * log(1 - this.next()));
    return radius * cos(2 * PI * this.next());
  }

  /** A generator of its own for one part of the work, so that the parts do not shift each other's numbers. */
  fork(label: string): Random {
    return new Random(hashText(label, this.state));
  }
}

/** FNV-1a, 32 bits. */
export function hashText(text: string, basis = 0x811c9dc5): number {
  let hash = (basis ^ 0x811c9dc5) >>> 0;
  for (let i = 0; i < text.length; i++) hash = imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
}
