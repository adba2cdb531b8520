import { deniedShare, inkEvidence } from '../../libs/vision/ink/ink-evidence.js';
import type { RegisteredBlock } from '../../libs/vision/ink/ink-registration.js';

function block(correlation: number): RegisteredBlock {
  const rest = {
    x: 0,
    y: 0,
    dx: 0,
    dy: 0,
    expected: 0.9,
    found: 1,
    closeBy: 0,
    shown: 0,
    visible: true,
    ink: 9,
  };
  return { ...rest, correlation };
}

describe('evidence of ink', () => {
  const agreeing = Array.from({ length: 20 }, () => block(0.9));

  it('is the share that agrees of what is visible', () => {
    expect(inkEvidence(agreeing)).toBe(1);
    // Unclear, not against the page: half of the ink is found there.
    const unclear = Array.from({ length: 20 }, () => block(0.1));
    expect(inkEvidence([...agreeing, ...unclear])).toBeCloseTo(0.5, 5);
  });

  it('counts what lies under something by half, and is never more than all', () => {
    const covered = Array.from({ length: 10 }, () => block(0.1));
    expect(inkEvidence([...agreeing, ...covered], new Set(covered))).toBeCloseTo(20 / 25, 5);
    // A pen on the sheet hides no print, whatever its border looks like.
    expect(inkEvidence(agreeing, new Set(agreeing.slice(0, 5)))).toBe(1);
  });

  it('counts ink that is shown under writing, and takes it for missing in no case', () => {
    const over = { ...block(0.1), found: 0.4 };
    const written = Array.from({ length: 20 }, () => ({ ...over, shown: 0.95 }));
    expect(inkEvidence([...agreeing, ...written])).toBe(1);
    // As much as other print in the same lines shows of it.
    const other = Array.from({ length: 20 }, () => ({ ...over, shown: 0.5 }));
    expect(inkEvidence([...agreeing, ...other])).toBeLessThan(0.3);
  });

  it('tells the share that speaks against the page, where paper lies bare amid its print', () => {
    const bare = Array.from({ length: 5 }, () => ({ ...block(0.1), found: 0.2 }));
    const unclear = Array.from({ length: 5 }, () => block(0.1));
    expect(deniedShare(agreeing)).toBe(0);
    expect(deniedShare([...agreeing, ...unclear])).toBe(0);
    expect(deniedShare([...agreeing, ...bare])).toBeCloseTo(5 / 25, 5);
    expect(deniedShare([...agreeing, ...bare.map((b) => ({ ...b, visible: false }))])).toBe(0);
  });
});
