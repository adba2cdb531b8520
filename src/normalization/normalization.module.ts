import { Module } from '@nestjs/common';
import { FormsModule } from '../forms/forms.module.js';
import { NormalizationController } from './normalization.controller.js';
import { NormalizePacketHandler } from './normalize-packet.command.js';

@Module({
  imports: [FormsModule],
  controllers: [NormalizationController],
  providers: [NormalizePacketHandler],
})
export class NormalizationModule {}
