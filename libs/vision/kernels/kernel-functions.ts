/**
 * The loops over every px that need a processor's vector instructions, which JavaScript does not reach: written in
 * AssemblyScript (`assembly/`), compiled by `npm run build` to one WebAssembly module. Addresses and counts are
 * numbers; each function is described where it stands.
 */
export interface Kernels {
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
    green: number,
    greenStride: number,
    greenWidth: number,
    red: number,
    halfGreen: number,
    blue: number,
  ): void;
  warpGreyCells(
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
    out: number,
    outStride: number,
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
    channels: number,
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
  joinRow(green: number, red: number, blue: number, count: number, out: number): void;
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
