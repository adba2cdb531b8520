import { softPicture } from '../noisy-picture.js';
import { ApiClient, payloadOf } from './api-client.js';
import type { ServiceUnderTest } from './service-process.js';
import { sharedService } from './shared-service.js';

/** A shared service with one classified packet of one frame, and a caller who has every right on packets and forms. */
export async function serviceWithOneFrame(): Promise<{
  service: ServiceUnderTest;
  api: ApiClient;
  packet: string;
}> {
  const service = await sharedService();
  const api = await ApiClient.for(service, [
    'ForceDeleteInputPacketCommand',
    'RegisterFormCommand',
    'DeleteFormCommand',
  ]);
  const picture = await softPicture().jpeg().toBuffer();
  const { Id } = payloadOf(await api.createPacket([{ bytes: picture }]));
  await api.classified(Id);
  return { service, api, packet: Id };
}
