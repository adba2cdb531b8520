import { Module } from '@nestjs/common';
import { FormsModule } from '../forms/forms.module.js';
import { ChooseFormHandler } from './choose-form.command.js';
import { ClassificationController } from './classification.controller.js';
import { ClassifyFrameHandler } from './classify-frame.command.js';
import { ClassifyPacketTask } from './classify-packet.task.js';
import { WithdrawFormChoiceHandler } from './withdraw-form-choice.command.js';

@Module({
  imports: [FormsModule],
  controllers: [ClassificationController],
  providers: [ClassifyFrameHandler, ChooseFormHandler, WithdrawFormChoiceHandler, ClassifyPacketTask],
})
export class ClassificationModule {}
