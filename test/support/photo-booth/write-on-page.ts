import type { Raster } from '../../../libs/vision/raster.js';
import type { Random } from '../random.js';
import type { FormField } from '../sample-forms/form-sheet.js';

export function writeOnPage(
  page: Raster,
  _dpi: number,
  _fields: readonly FormField[] | undefined,
  _random: Random,
): Raster {
  return page;
}
