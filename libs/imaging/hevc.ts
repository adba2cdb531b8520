import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Raster } from '../vision/pixels/raster.js';
import { PictureError } from './contract.js';
import { isWasmCrash } from './wasm-crash.js';

const require = createRequire(import.meta.url);

/** Largest picture in px, whatever the service's own limit. Phones' have 12 to 50 million. */
const MAX_PIXELS = 50_000_000;
/**
 * What the decoder's memory may grow to. A picture of 12 megapixels takes 95 MB of it and one of 48 takes 365; a stream
 * larger than its header says would take up to 2 GB.
 */
const MAX_HEAP_BYTES = 512 << 20;
/** A decoder whose memory has grown beyond this is not used again: it never shrinks. */
const KEPT_HEAP_BYTES = 128 << 20;
const WASM_PAGE_BYTES = 65_536;

/** What is used of libheif's binding for JavaScript; its functions are those of the C API. */
interface Libheif {
  heif_colorspace: { heif_colorspace_RGB: unknown };
  heif_chroma: { heif_chroma_interleaved_RGB: unknown };
  heif_context_alloc(): unknown;
  heif_context_read_from_memory(context: unknown, bytes: Uint8Array): LibheifError;
  heif_js_context_get_primary_image_handle(context: unknown): object | LibheifError;
  heif_image_handle_get_width(handle: object): number;
  heif_image_handle_get_height(handle: object): number;
  heif_js_decode_image2(
    handle: object,
    colorspace: unknown,
    chroma: unknown,
  ): Promise<Decoded | LibheifError>;
  heif_image_release(image: unknown): void;
  heif_image_handle_release(handle: object): void;
  heif_context_free(context: unknown): void;
}

interface LibheifError {
  code: { value: number };
  message: string;
}

interface Decoded {
  image: unknown;
  channels: { data: Uint8Array; width: number; height: number; stride: number }[];
}

type LibheifFactory = (options: {
  instantiateWasm(imports: object, receive: (instance: WasmInstance) => object): object;
  printErr(line: string): void;
}) => Libheif;

/** TypeScript knows WebAssembly among a browser's globals alone. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => WasmInstance;
  Memory: new (limits: object) => WasmMemory;
};

interface WasmInstance {
  exports: Record<string, unknown>;
}

interface WasmMemory {
  buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** libheif with the memory it works in. */
interface Decoder {
  libheif: Libheif;
  memory: WasmMemory;
}

let compiled: Promise<object> | undefined;
/** The decoder of this thread's last picture, for its next one. */
let idle: Decoder | undefined;

/** The decoder's code, compiled on a thread's first use from the package's own file. */
function decoderCode(): Promise<object> {
  compiled ??= readFile(require.resolve('libheif-js/libheif-wasm/libheif.wasm')).then(
    (file) => new WebAssembly.Module(file),
  );
  return compiled;
}

async function newDecoder(): Promise<Decoder> {
  const code = await decoderCode();
  const create = require('libheif-js/libheif-wasm/libheif.js') as LibheifFactory;
  let memory: WasmMemory | undefined;
  const libheif = create({
    instantiateWasm(imports, receive) {
      const instance = new WebAssembly.Instance(code, imports);
      memory = Object.values(instance.exports).find((exported) => exported instanceof WebAssembly.Memory);
      return receive(instance);
    },
    printErr: () => {},
  });
  if (!memory) throw new TypeError('the decoder of HEIC shows no memory');
  limitGrowth(memory);
  return { libheif, memory };
}

/** Beyond the limit an allocation fails, and libheif says so. */
function limitGrowth(memory: WasmMemory): void {
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * WASM_PAGE_BYTES > MAX_HEAP_BYTES)
      throw new RangeError('the picture takes too much memory');
    return grow(pages);
  };
}

/**
 * The primary picture of a HEIC file, turned as the file says: three channels, 8 bits, transparency dropped. (The
 * libheif in sharp has no HEVC.) A file that lacks data is refused; altered data is concealed by the decoder, as in
 * every viewer.
 *
 * @throws PictureError UNDECODABLE_IMAGE, TOO_LARGE
 */
export async function decodeHevc(bytes: Uint8Array): Promise<Raster> {
  const decoder = idle ?? (await newDecoder());
  // Of a picture that fails things stay behind: its decoder is left to the garbage collector.
  idle = undefined;
  try {
    const picture = await decodeWith(decoder.libheif, bytes);
    if (decoder.memory.buffer.byteLength <= KEPT_HEAP_BYTES) idle = decoder;
    return picture;
  } catch (error) {
    if (isWasmCrash(error)) throw new PictureError('UNDECODABLE_IMAGE', 'it crashes the decoder of HEIC');
    throw error;
  }
}

async function decodeWith(libheif: Libheif, bytes: Uint8Array): Promise<Raster> {
  const context = libheif.heif_context_alloc();
  checked(libheif.heif_context_read_from_memory(context, bytes));
  const handle = checked(libheif.heif_js_context_get_primary_image_handle(context));
  const pixels = libheif.heif_image_handle_get_width(handle) * libheif.heif_image_handle_get_height(handle);
  if (pixels > MAX_PIXELS)
    throw new PictureError('TOO_LARGE', `HEIC of over ${MAX_PIXELS} px is not taken; send it as JPEG`);
  const { heif_colorspace_RGB: colorspace } = libheif.heif_colorspace;
  const { heif_chroma_interleaved_RGB: chroma } = libheif.heif_chroma;
  const decoded = checked(await libheif.heif_js_decode_image2(handle, colorspace, chroma));
  const picture = packed(decoded);
  libheif.heif_image_release(decoded.image);
  libheif.heif_image_handle_release(handle);
  libheif.heif_context_free(context);
  return picture;
}

function checked<T extends object>(result: T | LibheifError): T {
  if ('code' in result && result.code.value !== 0)
    throw new PictureError('UNDECODABLE_IMAGE', `cannot be decoded: ${result.message.trim()}`);
  return result as T;
}

/** The one interleaved plane without the padding of its rows, copied out of the decoder's memory. */
function packed({ channels: [plane] }: Decoded): Raster {
  const { data, width, height, stride } = plane;
  const row = 3 * width;
  const pixels = new Uint8Array(row * height);
  for (let y = 0; y < height; y++) pixels.set(data.subarray(y * stride, y * stride + row), y * row);
  return { data: pixels, width, height, channels: 3 };
}
