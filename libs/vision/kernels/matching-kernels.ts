/**
 * Kernels by which frames are classified: features, the search in the index, ink. Addresses and counts are numbers;
 * each is described where it stands.
 */
export interface MatchingKernels {
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
    own: number,
    next: number,
    second: number,
    third: number,
  ): void;
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
  nearestTwo(
    page: number,
    pageCount: number,
    frame: number,
    frameCount: number,
    limit: number,
    nearest: number,
    distances: number,
  ): void;
  pairExpected(
    u: number,
    v: number,
    turns: number,
    page: number,
    count: number,
    x: number,
    y: number,
    angles: number,
    frame: number,
    ids: number,
    starts: number,
    columns: number,
    rows: number,
    cell: number,
    reach: number,
    turn: number,
    limit: number,
    owner: number,
    distances: number,
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
  viewPage(
    picture: number,
    stride: number,
    pictureHeight: number,
    nodes: number,
    nodesARow: number,
    step: number,
    width: number,
    height: number,
    out: number,
  ): void;
  weighRows(
    picture: number,
    width: number,
    height: number,
    weights: number,
    radius: number,
    total: number,
    row: number,
    out: number,
  ): void;
  weighColumns(
    picture: number,
    width: number,
    height: number,
    weights: number,
    radius: number,
    total: number,
    out: number,
  ): void;
  blockCorrelation(
    ink: number,
    inkStride: number,
    inkSum: number,
    inkScatter: number,
    picture: number,
    stride: number,
  ): number;
  viewWindow(
    picture: number,
    stride: number,
    left: number,
    top: number,
    starts: number,
    stepX: number,
    stepY: number,
    stepW: number,
    width: number,
    height: number,
    out: number,
  ): void;
  shareInk(
    a: number,
    b: number,
    width: number,
    height: number,
    limit: number,
    ink: number,
    shared: number,
    pitch: number,
    stats: number,
  ): void;
  goWithInk(
    ink: number,
    shared: number,
    pitch: number,
    height: number,
    frame: number,
    stride: number,
    step: number,
    sums: number,
  ): void;
  movedError(a: number, b: number, stride: number, width: number, height: number, most: number): number;
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
}
