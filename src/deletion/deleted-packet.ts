/** What a deletion answers. */
export interface DeletedPacket {
  id: string;
  number: string;
  mode: 'soft' | 'force';
}
