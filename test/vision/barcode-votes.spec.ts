import { BarcodeVotes, type Reading } from '../../libs/imaging/barcode-votes.js';

const here = { left: 100, top: 100, right: 300, bottom: 140 };
const elsewhere = { left: 600, top: 100, right: 800, bottom: 140 };
const ean = (value: string, lines: number, box = here): Reading => ({
  type: 'EAN13',
  symbology: 'EANUPC',
  value,
  box,
  lines,
});
const qr = (value: string, box = here): Reading => ({
  type: 'QRCode',
  symbology: 'QRCode',
  value,
  box,
  lines: 0,
});

/** The values believed after the given looks. */
function believed(...looks: Reading[][]): string[] {
  const votes = new BarcodeVotes();
  for (const look of looks) votes.add(look);
  return votes.believed().map(({ value }) => value);
}

describe('whether a reading is believed', () => {
  it('an EAN needs many scan lines, which several looks may bring together', () => {
    expect(believed([ean('4006381333931', 3)])).toEqual([]);
    expect(believed([ean('4006381333931', 30)])).toEqual(['4006381333931']);
    expect(believed([ean('4006381333931', 5)], [ean('4006381333931', 5)])).toEqual(['4006381333931']);
  });

  it('two readings of one place: the far better one, else neither', () => {
    expect(believed([ean('4006381333931', 40), ean('5006381333930', 4)])).toEqual(['4006381333931']);
    expect(believed([ean('4006381333931', 20), ean('5006381333930', 15)])).toEqual([]);
  });

  it('two readings of two places: both', () => {
    expect(believed([ean('4006381333931', 20), ean('5006381333930', 15, elsewhere)])).toHaveLength(2);
  });

  it('a later look cannot contradict a symbol with error correction', () => {
    expect(believed([qr('right')], [qr('wrong')])).toEqual(['right']);
  });

  it('empty values are no symbols', () => {
    expect(believed([qr('')])).toEqual([]);
  });
});
