/** The rights there are. A right is named after the command or query that it opens. */
export const rights = [
  'ForceDeleteInputPacketCommand',
  'RegisterFormCommand',
  'DeleteFormCommand',
  'ListAuditEventsQuery',
] as const;
export type Right = (typeof rights)[number];
