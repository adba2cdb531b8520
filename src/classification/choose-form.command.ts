import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { formNotFound, wrongArgument } from '../domain-error.js';
import { Form, FormPage } from '../forms/form.entity.js';
import { findFrame } from '../input-packets/frame-rows.js';
import { Frame } from '../input-packets/frame.entity.js';
import { type PacketDetails, readPacket } from '../input-packets/packet-details.js';
import { type AllowedRevisions, lockVisiblePacket } from '../input-packets/packet-rows.js';
import { assertValid, IsGuid, IsOrdinal } from '../validation.js';

/**
 * The operator names the form and page of a frame; this takes precedence over what the detector finds. A barcode frame
 * counts as a document then, be it that its uploader called it one.
 */
export class ChooseFormCommand extends Command<PacketDetails> {
  @IsGuid()
  readonly packetId: string;

  @IsOrdinal()
  readonly order: number;

  @IsGuid()
  readonly formId: string;

  @IsOrdinal()
  readonly pageNumber: number;

  constructor(
    packetId: string,
    order: number,
    formId: string,
    pageNumber: number,
    readonly allowed: AllowedRevisions = null,
  ) {
    super();
    this.packetId = packetId;
    this.order = order;
    this.formId = formId;
    this.pageNumber = pageNumber;
    assertValid(this);
  }
}

@CommandHandler(ChooseFormCommand)
export class ChooseFormHandler implements ICommandHandler<ChooseFormCommand> {
  constructor(private readonly dataSource: DataSource) {}

  async execute({ packetId, order, formId, pageNumber, allowed }: ChooseFormCommand): Promise<PacketDetails> {
    return this.dataSource.transaction(async (manager) => {
      await lockVisiblePacket(manager, packetId, allowed);
      const frame = await findFrame(manager, packetId, order);
      const form = await manager.findOneBy(Form, { id: formId });
      if (!form) throw formNotFound(formId);
      if (!(await manager.existsBy(FormPage, { formId, number: pageNumber }))) {
        throw wrongArgument('PageNumber', `must be a page of the form; it has no page ${pageNumber}`);
      }
      await manager.update(
        Frame,
        { id: frame.id },
        { chosenFormId: formId, chosenFormName: form.name, chosenPageNumber: pageNumber },
      );
      return readPacket(manager, packetId);
    });
  }
}
