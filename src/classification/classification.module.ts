import { Module } from '@nestjs/common';
import { FormsModule } from '../forms/forms.module.js';
import { ChooseFormHandler } from './choose-form.command.js';
import { ClassificationController } from './classification.controller.js';
import { ClassifyFrameHandler } from './classify-frame.command.js';
import { ClassifyPacketTask } from './classify-packet.task.js';
import { FrameDetector } from './frame-detector.js';
import { MatchPictureController } from './match-picture.controller.js';
import { MatchPictureHandler } from './match-picture.query.js';
import { WithdrawFormChoiceHandler } from './withdraw-form-choice.command.js';

@Module({
  imports: [FormsModule],
  controllers: [ClassificationController, MatchPictureController],
  providers: [
    FrameDetector,
    ClassifyFrameHandler,
    ChooseFormHandler,
    WithdrawFormChoiceHandler,
    MatchPictureHandler,
    ClassifyPacketTask,
  ],
})
export class ClassificationModule {}
