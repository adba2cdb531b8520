/**
 * Kernels by which pages are found, laid and made to look scanned. Addresses and counts are numbers; each is described
 * where it stands.
 */
export interface PageKernels {
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
    ceiling: number,
    aroundStride: number,
    aroundRows: number,
    grain: number,
    grainInDark: number,
    dark: number,
    darker: number,
    lighter: number,
  ): void;
  warpCells(
    source: number,
    stride: number,
    channels: number,
    left: number,
    top: number,
    width: number,
    height: number,
    meshX: number,
    meshY: number,
    step: number,
    cols: number,
    rows: number,
    cubic: boolean,
    green: number,
    greenStride: number,
    greenWidth: number,
    red: number,
    halfGreen: number,
    blue: number,
  ): void;
  patchSums(picture: number, stride: number, side: number, sums: number): void;
  patchTemplate(picture: number, stride: number, side: number, out: number): void;
  correlation(picture: number, stride: number, template: number, side: number): number;
  averageScratch(rowBytes: number, width: number): number;
  averageBoxes(
    rows: number,
    rowBytes: number,
    count: number,
    pixelBytes: number,
    columns: number,
    width: number,
    out: number,
    scratch: number,
  ): void;
  averagePlane(
    rows: number,
    rowBytes: number,
    count: number,
    pixelBytes: number,
    columns: number,
    width: number,
    out: number,
    scratch: number,
  ): void;
  fitShiftsScratch(nodes: number, measurements: number): number;
  fitShifts(
    field: number,
    width: number,
    height: number,
    measurements: number,
    at: number,
    parts: number,
    shifts: number,
    holds: number,
    scale: number,
    bending: number,
    drawing: number,
    most: number,
    scratch: number,
  ): void;
  nudgeSheet(
    places: number,
    shown: number,
    count: number,
    sets: number,
    profiles: number,
    setCount: number,
    steps: number,
    span: number,
    unit: number,
    middleX: number,
    middleY: number,
    nudge: number,
    slopes: number,
  ): void;
  solveBanded(matrix: number, x: number, unknowns: number, band: number, damping: number): void;
  addNormal(
    slopes: number,
    rest: number,
    holds: number,
    count: number,
    unknowns: number,
    scale: number,
    matrix: number,
    right: number,
  ): number;
  sobelScratch(rowBytes: number): number;
  sobel(
    picture: number,
    width: number,
    height: number,
    channels: number,
    gx: number,
    gy: number,
    magnitude: number,
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
  soften(picture: number, width: number, height: number, times: number, scratch: number): void;
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
  layGainsScratch(cols: number, blocks: number): number;
  layGains(
    factors: number,
    cols: number,
    rows: number,
    channels: number,
    channel: number,
    places: number,
    blocks: number,
    height: number,
    scratch: number,
    out: number,
  ): void;
  tonePlane(plane: number, width: number, height: number, gains: number, blocks: number, curve: number): void;
  throughCurve(levels: number, count: number, curve: number): void;
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
  thinPlanes(
    green: number,
    red: number,
    blue: number,
    width: number,
    step: number,
    cols: number,
    rows: number,
    out: number,
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
  steepen(
    grey: number,
    width: number,
    height: number,
    radius: number,
    amount: number,
    sums: number,
    out: number,
  ): void;
  tellInk(
    grey: number,
    steep: number,
    width: number,
    height: number,
    radius: number,
    full: number,
    sensitivity: number,
    ink: number,
    paper: number,
    sums: number,
    tones: number,
  ): void;
  dropSpecks(tones: number, width: number, height: number, side: number, out: number): void;
  pearson(a: number, b: number, count: number): number;
}
