/**
 * Writes small WebAssembly functions with 128-bit vectors (WebAssembly core specification 2.0, chapters 5 and 6), for the
 * loops over millions of px that JavaScript has no vectors for. An expression is its instructions' bytes: operands first.
 */
export type Code = readonly number[];

/** What of the engine's own WebAssembly is used; Node's types leave it to the browser's. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Memory: new (size: { initial: number }) => { buffer: ArrayBuffer };
  Instance: new (module: object, imports: object) => { exports: Record<string, unknown> };
};

function unsigned(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest & 127) | 128);
  }
}

function signed(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7) {
    const byte = rest & 127;
    if (rest >> 6 === 0 || rest >> 6 === -1) return [...bytes, byte];
    bytes.push(byte | 128);
  }
}

type Unary = (a: Code) => Code;
type Binary = (a: Code, b: Code) => Code;
const binary =
  (opcode: number): Binary =>
  (a, b) => [...a, ...b, opcode];
const vectorUnary =
  (opcode: number): Unary =>
  (a) => [...a, 0xfd, ...unsigned(opcode)];
const vectorBinary =
  (opcode: number): Binary =>
  (a, b) => [...a, ...b, 0xfd, ...unsigned(opcode)];
/** An access to memory at an address and a constant offset; no alignment is promised. */
const access = (opcode: Code, offset: number): Code => [...opcode, 0, ...unsigned(offset)];

/** Locals by number: parameters first, then integers, then vectors. */
export const get = (local: number): Code => [0x20, ...unsigned(local)];
export const set = (local: number, value: Code): Code => [...value, 0x21, ...unsigned(local)];

/** Runs `body`, and again as long as `condition` holds after it. */
export const doWhile = (body: Code, condition: Code): Code => [
  ...[0x03, 0x40],
  ...body,
  ...condition,
  ...[0x0d, 0, 0x0b],
];
/** Runs `body` where `condition` is not zero. */
export const when = (condition: Code, body: Code): Code => [...condition, 0x04, 0x40, ...body, 0x0b];

/** 32-bit integers. */
export const i32 = {
  of: (value: number): Code => [0x41, ...signed(value)],
  load: (at: Code, offset: number): Code => [...at, ...access([0x28], offset)],
  load8: (at: Code): Code => [...at, ...access([0x2d], 0)],
  store8: (at: Code, value: Code, offset: number): Code => [...at, ...value, ...access([0x3a], offset)],
  add: binary(0x6a),
  sub: binary(0x6b),
  mul: binary(0x6c),
  and: binary(0x71),
  shl: binary(0x74),
  shr: binary(0x75),
  min: (a: Code, b: Code): Code => [...a, ...b, ...a, ...b, 0x48, 0x1b],
};

/** Vectors of 16 bytes. */
export const v128 = {
  load: (at: Code, offset = 0): Code => [...at, 0xfd, ...access([0], offset)],
  /** Eight bytes into the lower half, zeros above. */
  load64: (at: Code): Code => [...at, 0xfd, ...access(unsigned(93), 0)],
  store: (at: Code, value: Code, offset = 0): Code => [...at, ...value, 0xfd, ...access([11], offset)],
  or: vectorBinary(80),
  anyTrue: vectorUnary(83),
  /** Bits of `a` where those of the mask are set, else of `b`. */
  select: (a: Code, b: Code, mask: Code): Code => [...a, ...b, ...mask, 0xfd, 82],
  /** Sixteen bytes picked from `a` (0..15) and `b` (16..31). */
  pick: (a: Code, b: Code, lanes: readonly number[]): Code => [...a, ...b, 0xfd, 13, ...lanes],
};

/** Sixteen unsigned bytes. */
export const u8x16 = {
  splat: vectorUnary(15),
  lessThan: vectorBinary(38),
  addSaturated: vectorBinary(112),
  subSaturated: vectorBinary(115),
  min: vectorBinary(119),
  /** Mean, rounded up. */
  mean: vectorBinary(123),
};

/** Eight integers of 16 bits. */
export const i16x8 = {
  splat: vectorUnary(16),
  fromLowBytes: vectorUnary(137),
  shl: vectorBinary(139),
  add: vectorBinary(142),
  sub: vectorBinary(145),
  mul: vectorBinary(149),
  /** Product of fractions of 15 bits, rounded. */
  mulFractions: vectorBinary(130),
};

/** Four integers of 32 bits. */
export const i32x4 = {
  splat: vectorUnary(17),
  fromLowUnsigned: vectorUnary(169),
  shr: vectorBinary(172),
  shrUnsigned: vectorBinary(173),
  add: vectorBinary(174),
  sub: vectorBinary(177),
  mul: vectorBinary(181),
  lane: (a: Code, lane: number): Code => [...a, 0xfd, 27, lane],
};

/** A function on a memory of its own. */
export interface Kernel {
  memory: Uint8Array;
  words: Int32Array;
  run(...parameters: number[]): void;
}

const PAGE_BYTES = 65_536;

/**
 * Makes a function.
 *
 * @param bytes of memory it works on
 * @param locals numbers of its parameters (integers), further integers, and vectors
 */
export function makeKernel(
  bytes: number,
  locals: { parameters: number; integers: number; vectors: number },
  body: Code,
): Kernel {
  const section = (id: number, content: Code): number[] => [id, ...unsigned(content.length), ...content];
  const code = [2, ...unsigned(locals.integers), 0x7f, ...unsigned(locals.vectors), 0x7b, ...body, 0x0b];
  const module = new WebAssembly.Module(
    Uint8Array.from([
      ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      ...section(1, [1, 0x60, locals.parameters, ...Array<number>(locals.parameters).fill(0x7f), 0]),
      ...section(2, [1, 1, 0x6d, 1, 0x6d, 2, 0, 1]),
      ...section(3, [1, 0]),
      ...section(7, [1, 1, 0x66, 0, 0]),
      ...section(10, [1, ...unsigned(code.length), ...code]),
    ]),
  );
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
  const { exports } = new WebAssembly.Instance(module, { m: { m: memory } });
  return {
    memory: new Uint8Array(memory.buffer),
    words: new Int32Array(memory.buffer),
    run: exports.f as (...parameters: number[]) => void,
  };
}
