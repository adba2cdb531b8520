import type { FrameDto } from '../../src/input-packets/dto/packet.dto.js';
import type { Shot } from './demo-packets.js';

/** What became of a frame. */
export type Judgement = 'right' | 'wrong' | 'left to the operator';

/** A frame may be refused, if the right page then stands first among the alternatives. */
export function judge({ FormName, PageNumber, Alternatives }: FrameDto, { expected }: Shot): Judgement {
  const isExpected = (name: string | null, page: number | null) =>
    name === (expected?.form ?? null) && page === (expected?.page ?? null);
  if (isExpected(FormName, PageNumber)) return 'right';
  const [first] = Alternatives;
  return FormName === null && first && isExpected(first.FormName, first.PageNumber)
    ? 'left to the operator'
    : 'wrong';
}
