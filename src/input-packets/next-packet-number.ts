import type { EntityManager } from 'typeorm';

/** Six digits at least, so that numbers sort as they were counted, and more where six no longer do. */
const format = 'FM9999999999999000000';

/**
 * Counts packets without a number of their own. Callers may have sent a number that is to come yet: those that a packet
 * bears are passed over, all in one statement, as there may be thousands of them.
 */
export async function nextPacketNumber(manager: EntityManager): Promise<string> {
  const [{ number }] = await manager.query<{ number: string }[]>(
    `with recursive counted as (
       select to_char(nextval('packet_numbers'), $1) as number
       union all
       select to_char(nextval('packet_numbers'), $1) from counted
       where exists (select from input_packets packet where packet.number = counted.number)
     )
     select number from counted order by number::bigint desc limit 1`,
    [format],
  );
  return number;
}
