import { createRequire } from 'node:module';
import type opencv from '@techstark/opencv-js';
import type { Mat, MatVector } from '@techstark/opencv-js';
import type { Raster } from './raster.js';

const require = createRequire(import.meta.url);

/**
 * The initialised OpenCV module: the package `@techstark/opencv-js`, as the build has taken it apart
 * (opencv-package.cli.ts). It exports a promise (5.0.0), whatever its type declarations say.
 */
export const cv = await (require('./opencv-package.cjs') as Promise<typeof opencv>);

/** `findHomography`'s method MAGSAC++; missing in the package's declarations. */
export const USAC_MAGSAC = (cv as unknown as { USAC_MAGSAC: number }).USAC_MAGSAC;

/** What OpenCV allocates outside the garbage collector's reach. */
interface Deletable {
  delete(): void;
  isDeleted?(): boolean;
}

/**
 * Owner of every OpenCV object that one computation makes. OpenCV's objects live on the WebAssembly heap,
 * which no garbage collector sees: what is not deleted is lost until the thread ends.
 */
export class MatScope {
  private readonly owned: Deletable[] = [];

  /** Takes ownership of an object that an OpenCV call returned. */
  own<T extends Deletable>(object: T): T {
    this.owned.push(object);
    return object;
  }

  /** An empty Mat, to be filled as the output of a call. */
  mat(): Mat {
    return this.own(new cv.Mat());
  }

  /** A Mat of the given size and type (`cv.CV_8UC1` ...), every element `value`. */
  filled(rows: number, cols: number, type: number, value = 0): Mat {
    return this.own(new cv.Mat(rows, cols, type, new cv.Scalar(value, value, value, value)));
  }

  /** A Mat that holds `data`, `rows * cols` elements of the given type. */
  fromArray(rows: number, cols: number, type: number, data: ArrayLike<number>): Mat {
    return this.own(cv.matFromArray(rows, cols, type, data as number[]));
  }

  /** A Mat of type CV_8UC1, CV_8UC3 or CV_8UC4 with the raster's pixels (copied). */
  fromRaster(raster: Raster): Mat {
    const type = raster.channels === 1 ? cv.CV_8UC1 : raster.channels === 3 ? cv.CV_8UC3 : cv.CV_8UC4;
    const mat = this.own(new cv.Mat(raster.height, raster.width, type));
    mat.data.set(raster.data);
    return mat;
  }

  /** An empty vector of Mats, for contours and channels. */
  matVector(): MatVector {
    return this.own(new cv.MatVector());
  }

  /** Deletes what the scope owns, newest first. */
  release(): void {
    for (let object = this.owned.pop(); object; object = this.owned.pop()) {
      if (!object.isDeleted?.()) object.delete();
    }
  }
}

/** Runs `work` with a scope of its own and releases it, whether `work` returns or throws. */
export function withMats<T>(work: (scope: MatScope) => T): T {
  const scope = new MatScope();
  try {
    return work(scope);
  } finally {
    scope.release();
  }
}

/** A copy of a continuous 8-bit Mat's pixels. */
export function toRaster(mat: Mat): Raster {
  const channels = mat.channels();
  if (channels !== 1 && channels !== 3 && channels !== 4)
    throw new RangeError(`no raster of ${channels} channels`);
  return { data: new Uint8Array(mat.data), width: mat.cols, height: mat.rows, channels };
}
