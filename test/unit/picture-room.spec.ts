import { pictureRoom } from '../../libs/vision-pool/tasks/picture-room.js';

describe('the room for a picture', () => {
  it('is the same for one picture after the other, as long as each asks for', () => {
    const first = pictureRoom(3000);
    const second = pictureRoom(1200);
    expect([first.length, second.length]).toEqual([3000, 1200]);
    expect(second.buffer).toBe(first.buffer);
    expect(pictureRoom(3000).buffer).toBe(first.buffer);
  });

  it('grows with the pictures, and keeps none of the largest', () => {
    const small = pictureRoom(3000);
    const large = pictureRoom(100_000);
    expect([large.length, large.buffer === small.buffer]).toEqual([100_000, false]);
    const largest = pictureRoom(40e6 + 3);
    expect([largest.length, largest.buffer.byteLength]).toEqual([40e6 + 3, 40e6 + 3]);
    expect(pictureRoom(3000).buffer).toBe(large.buffer);
  });
});
