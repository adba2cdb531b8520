/** Values that the examples of the OpenAPI document share. */
export const examples = {
  packetId: '3f0c3b1e-7d0a-4d34-9a53-0a4c7a1f2b10',
  formId: '8b1d6a52-0c3f-4e0e-bb0a-6d1f7c2e9a44',
  otherFormId: '1d0f4c7e-52b8-4b0a-9a57-c6f0e5d1b236',
  requestId: '0191f2a4-5b7c-7c3e-9d52-1f0e8a6b4c2d',
  time: '2026-03-02T09:30:00.000Z',
};
