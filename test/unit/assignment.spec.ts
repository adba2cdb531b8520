import {
  alternativesOf,
  assignmentOf,
  type FormCandidate,
  Frame,
} from '../../src/input-packets/frame.entity.js';

const candidates: FormCandidate[] = Array.from({ length: 8 }, (_, i) => ({
  formId: `form-${i}`,
  formName: `Form ${i}`,
  pageNumber: 1,
  score: i / 10,
}));

const unassigned = {
  detectedFormId: null,
  detectedFormName: null,
  detectedPageNumber: null,
  chosenFormId: null,
  chosenFormName: null,
  chosenPageNumber: null,
};

const frameWith = (assigned: Partial<Frame>): Frame =>
  Object.assign(new Frame(), { ...unassigned, candidates, ...assigned });

const detected = { detectedFormId: 'form-0', detectedFormName: 'Form 0', detectedPageNumber: 1 };
const chosen = { chosenFormId: 'form-2', chosenFormName: 'Form 2', chosenPageNumber: 1 };
const idsOf = (frame: Frame) => alternativesOf(frame).map(({ formId }) => formId);

describe('the form a frame is assigned to', () => {
  it("is the operator's choice, else what the detector found, else none", () => {
    expect(assignmentOf(frameWith({ ...detected, ...chosen }))).toEqual({
      formId: 'form-2',
      formName: 'Form 2',
      pageNumber: 1,
      source: 'operator',
    });
    expect(assignmentOf(frameWith(detected))).toMatchObject({ formId: 'form-0', source: 'detector' });
    expect(assignmentOf(frameWith({}))).toBeNull();
  });
});

describe('the alternatives offered', () => {
  it('are the five nearest beside the page assigned, closest first', () => {
    expect(idsOf(frameWith(detected))).toEqual(['form-1', 'form-2', 'form-3', 'form-4', 'form-5']);
    expect(idsOf(frameWith({}))).toEqual(['form-0', 'form-1', 'form-2', 'form-3', 'form-4']);
  });

  it("hold the detector's own find while a choice overrides it", () => {
    expect(idsOf(frameWith({ ...detected, ...chosen }))).toEqual([
      'form-0',
      'form-1',
      'form-3',
      'form-4',
      'form-5',
    ]);
  });

  it('hold the other pages of the form assigned', () => {
    const pages = candidates.map((candidate, i) => ({ ...candidate, formId: 'form-0', pageNumber: i + 1 }));
    const frame = frameWith({ ...detected, candidates: pages });
    expect(alternativesOf(frame).map(({ pageNumber }) => pageNumber)).toEqual([2, 3, 4, 5, 6]);
  });
});
