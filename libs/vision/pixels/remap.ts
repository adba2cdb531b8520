import { KernelMemory } from '../kernels/kernels.js';
import { levelAt } from './border-cell.js';
import type { Raster } from './raster.js';
import { warpView } from './split-picture.js';
import { meshAt, type WarpMesh } from './warp-mesh.js';

/**
 * One channel of the source seen through the mesh, bilinear: luminance, or green of a colour picture, which stands in
 * for it at a third of the cost. What lies outside of the source comes out white.
 */
export function remapGrey(source: Raster, mesh: WarpMesh): Raster {
  return KernelMemory.borrow((memory) => warpView(memory, source, mesh).greyOf(mesh));
}

/** All channels of the source seen through the mesh, bilinear, px by px: for small pictures. */
export function remap(source: Raster, mesh: WarpMesh): Raster {
  const { width, height } = mesh;
  const { channels } = source;
  const data = new Uint8Array(width * height * channels);
  for (let y = 0, k = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const place = meshAt(mesh, x, y);
      for (let c = 0; c < channels; c++) data[k++] = levelAt(source, place.x, place.y, c);
    }
  return { data, width, height, channels };
}
