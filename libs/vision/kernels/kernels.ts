import { readFileSync } from 'node:fs';

/** What is used of WebAssembly's interface, which the types of Node 20 leave out. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { exports: unknown };
};

/**
 * The loops over every px that need a processor's vector instructions, which JavaScript does not reach: written in
 * AssemblyScript (`assembly/`), compiled by `npm run build` to one WebAssembly module. Addresses and counts are
 * numbers; each function is described where it stands.
 */
interface Kernels {
  /** Grows by pages of 64 KiB; its buffer is another one then. */
  memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  heapBase(): number;
  resizeScratch(targetWidth: number): number;
  resizeLinear(
    source: number,
    stride: number,
    width: number,
    height: number,
    target: number,
    targetStride: number,
    targetWidth: number,
    targetHeight: number,
    scratch: number,
  ): void;
  mirrorMargin(picture: number, stride: number, width: number, height: number, margin: number): void;
  scoreCorners(
    picture: number,
    stride: number,
    left: number,
    right: number,
    top: number,
    bottom: number,
    threshold: number,
    scores: number,
  ): void;
  strongestCorners(
    scores: number,
    stride: number,
    left: number,
    right: number,
    top: number,
    bottom: number,
    found: number,
    limit: number,
  ): number;
  harrisResponses(picture: number, stride: number, points: number, count: number, responses: number): void;
  blurSeven(
    picture: number,
    stride: number,
    width: number,
    height: number,
    target: number,
    scratch: number,
  ): void;
  divideByMean(
    picture: number,
    width: number,
    height: number,
    radius: number,
    level: number,
    target: number,
    scratch: number,
  ): void;
  halvePlane(
    plane: number,
    stride: number,
    half: number,
    halfStride: number,
    cols: number,
    rows: number,
  ): void;
  blurBox(plane: number, stride: number, cols: number, rows: number, radius: number, scratch: number): void;
  addDetail(
    plane: number,
    stride: number,
    width: number,
    height: number,
    around: number,
    aroundStride: number,
    aroundRows: number,
    grain: number,
    grainInDark: number,
    dark: number,
    darker: number,
    lighter: number,
  ): void;
  topHatScratch(width: number, height: number, radius: number): number;
  topHat(
    picture: number,
    width: number,
    height: number,
    radius: number,
    target: number,
    scratch: number,
  ): void;
  reduceArea(
    picture: number,
    width: number,
    groups: number,
    taps: number,
    rows: number,
    rowCount: number,
    target: number,
    targetWidth: number,
    scratch: number,
  ): void;
  countAgreeing(
    x: number,
    y: number,
    toX: number,
    toY: number,
    from: number,
    to: number,
    a: number,
    d: number,
    c: number,
    f: number,
    limit: number,
  ): number;
  blockCorrelation(
    ink: number,
    inkStride: number,
    inkSum: number,
    inkScatter: number,
    picture: number,
    stride: number,
  ): number;
  boxMeans(
    picture: number,
    width: number,
    columns: number,
    rows: number,
    targetWidth: number,
    targetHeight: number,
    target: number,
    scratch: number,
  ): void;
  extremum(
    source: number,
    width: number,
    height: number,
    step: number,
    radius: number,
    flip: number,
    target: number,
    scratch: number,
  ): void;
  paperCells(
    picture: number,
    width: number,
    height: number,
    channels: number,
    cell: number,
    rank: number,
    margin: number,
    part: number,
    cells: number,
    cols: number,
    rows: number,
    scratch: number,
  ): void;
  ridges(picture: number, count: number, apart: number, least: number, ridges: number): void;
  darkest(picture: number, count: number): number;
  darkRuns(
    picture: number,
    width: number,
    height: number,
    bounds: number,
    high: number,
    counts: number,
    runs: number,
  ): number;
  overRelax(
    value: number,
    share: number,
    steps: number,
    half: number,
    rows: number,
    kept: number,
    rounds: number,
  ): void;
  layGains(
    factors: number,
    cols: number,
    rows: number,
    channels: number,
    channel: number,
    places: number,
    blocks: number,
    height: number,
    lattice: number,
    out: number,
  ): void;
  tonePlane(plane: number, width: number, height: number, gains: number, blocks: number, curve: number): void;
  toneColours(
    red: number,
    green: number,
    blue: number,
    width: number,
    height: number,
    gainsOfRed: number,
    gainsOfGreen: number,
    gainsOfBlue: number,
    blocks: number,
    curve: number,
  ): void;
  joinPlanes(
    green: number,
    red: number,
    blue: number,
    stride: number,
    width: number,
    height: number,
    out: number,
  ): void;
  inkScratch(width: number): number;
  encodeInk(data: number, width: number, height: number, full: number, out: number, scratch: number): number;
  decodeInk(
    coded: number,
    count: number,
    data: number,
    width: number,
    height: number,
    full: number,
    pale: number,
    scratch: number,
  ): void;
  searchTables(
    starts: number,
    ids: number,
    signatures: number,
    tables: number,
    size: number,
    keys: number,
    keyBits: number,
    signature: number,
    far: number,
    first: number,
    chosen: number,
    turn: number,
    found: number,
  ): number;
  sortBySlot(
    ids: number,
    queries: number,
    count: number,
    strideBits: number,
    fill: number,
    sortedQueries: number,
    features: number,
  ): void;
  nearestOfPage(
    queries: number,
    features: number,
    from: number,
    to: number,
    page: number,
    frame: number,
    limit: number,
    used: number,
    distances: number,
    pagesHit: number,
  ): number;
  directions(
    picture: number,
    stride: number,
    points: number,
    count: number,
    ends: number,
    angles: number,
  ): void;
  describe(
    picture: number,
    stride: number,
    points: number,
    count: number,
    angles: number,
    pairs: number,
    descriptors: number,
  ): void;
}

const code = new WebAssembly.Module(readFileSync(new URL('./kernels.wasm', import.meta.url)));
const instantiate = () => new WebAssembly.Instance(code).exports as Kernels;
export const kernels = instantiate();

const PAGE = 65536;
/** Vectors are read whole: up to this many bytes past the end of what was taken may be looked at. */
const SLACK = 64;

/** The kernels' memory, taken piece by piece and given back all at once. Views of it hold until the next `take`. */
export class KernelMemory {
  private constructor(
    /** The kernels that work on this memory. */
    readonly kernels: Kernels,
    private end: number,
  ) {}

  /** Runs `work` with memory of its own, which is free again afterwards. */
  static borrow<T>(work: (memory: KernelMemory) => T): T {
    const start = KernelMemory.next;
    try {
      return work(new KernelMemory(kernels, start));
    } finally {
      KernelMemory.next = start;
    }
  }

  /** Memory for what is kept, with kernels of its own: it is free when nobody holds it any more. */
  static own(): KernelMemory {
    const own = instantiate();
    return new KernelMemory(own, own.heapBase() + SLACK);
  }

  private static next = kernels.heapBase() + SLACK;

  /** Address of `size` bytes, aligned for vectors, of any content. */
  take(size: number): number {
    const address = (this.end + 15) & ~15;
    this.end = address + size + SLACK;
    const { memory } = this.kernels;
    if (this.kernels === kernels) KernelMemory.next = this.end;
    const missing = this.end + SLACK - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
    return address;
  }

  bytes(address: number, count: number): Uint8Array {
    return new Uint8Array(this.kernels.memory.buffer, address, count);
  }

  words(address: number, count: number): Uint16Array {
    return new Uint16Array(this.kernels.memory.buffer, address, count);
  }

  unsigned(address: number, count: number): Uint32Array {
    return new Uint32Array(this.kernels.memory.buffer, address, count);
  }

  longs(address: number, count: number): Int32Array {
    return new Int32Array(this.kernels.memory.buffer, address, count);
  }

  doubles(address: number, count: number): Float64Array {
    return new Float64Array(this.kernels.memory.buffer, address, count);
  }

  floats(address: number, count: number): Float32Array {
    return new Float32Array(this.kernels.memory.buffer, address, count);
  }
}
